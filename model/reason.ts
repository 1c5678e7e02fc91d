/**
 * Why a statement must fail, by meaning. Servers number the same meaning differently, and one server numbers it
 * differently for different statements, so the numbers live with the SQL dialects. Some hold on one server only:
 * `numberingDiffers` on TiDB, `rangeChanged` of the last partition and `partitionTwice` of TRUNCATE on MariaDB.
 */
export type Reason =
  | 'missingTable'
  | 'tableExists'
  | 'notPartitioned'
  | 'unknownPartition'
  | 'partitionTwice'
  | 'duplicatePartition'
  | 'aboveMaxvalue'
  | 'maxvalueNotLast'
  | 'rangeNotIncreasing'
  | 'lastPartition'
  | 'tooManyPartitions'
  | 'rangeChanged'
  | 'notAdjacent'
  | 'noPartitionForValue'
  | 'duplicateKey'
  | 'exchangeWithItself'
  | 'exchangeWithPartitioned'
  | 'tablesDiffer'
  | 'numberingDiffers'
  | 'rowOutsidePartition'
  | 'duplicateColumn'
  | 'unknownColumn'
  | 'duplicateIndex'
  | 'nothingToRecover'
  | 'alreadyRecovered'
  | 'captureDead'
  | 'captureAlive'
  | 'changefeedPaused'
  | 'changefeedRunning';
