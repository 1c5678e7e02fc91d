import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty());

/** What the file of every cluster says that cdcheck does not start: that its data may be destroyed, and on which hosts. */
export const consent = {
  destructive: v.optional(v.boolean(), false),
  allowedHosts: v.optional(v.array(text), []),
};

/** A server at an address. Its password is in an environment variable or a file, never in the file of a cluster. */
export const endpoint = v.strictObject({
  host: text,
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
  user: text,
  passwordEnv: v.exactOptional(text),
  passwordFile: v.exactOptional(text),
});

/** The shell commands that act on one capture. */
export const captureCommands = { kill: text, term: text, start: text };
