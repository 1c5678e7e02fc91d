import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LaneCommand } from '../../../model/commands/concurrently.js';
import type { Command } from '../../../model/command.js';
import { reportHtml } from '../../../src/report/html/reportHtml.js';
import { openBrowser } from './browser.js';
import { explainedOn } from './explained.js';

/** EXCHANGE executed a second time after a kill: the row swaps back. */
const commands: readonly Command[] = [
  { kind: 'createTable', table: 't1', partitions: [{ name: 'p0', lessThan: 'MAXVALUE' }] },
  { kind: 'createTable', table: 't2', partitions: null },
  { kind: 'insert', table: 't1', ids: [1] },
  { kind: 'exchangePartition', table: 't1', partition: 'p0', with: 't2' },
  { kind: 'killCapture', capture: 0, signal: 'KILL', delay: 0 },
];

/** In the page: what the focus is on. */
const FOCUS = `(() => {
  const element = document.activeElement;
  return element.getAttribute('href') ?? element.getAttribute('aria-label') ?? element.localName;
})()`;

/** In the page: the contrast of some texts with the paper, by WCAG 2.2's definition. */
const CONTRASTS = `(() => {
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((each) => {
      const value = Number(each) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paper = luminance(getComputedStyle(document.body).backgroundColor);
  return ['h1', '.meta', '.row.upstream', '.side.downstream h4', '.missing', 'a', 'li.wrong'].map((selector) => {
    const ink = luminance(getComputedStyle(document.querySelector(selector)).color);
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
  });
})()`;

const folder = mkdtempSync(join(tmpdir(), 'report-test-'));
const file = join(folder, 'report.html');
let browser: Browser;

beforeAll(async () => {
  writeFileSync(file, await reportHtml(await explainedOn(commands, ['ddl-twice-exchange'])));
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** The report in a fresh page, with what the console said and what was asked for of the network. */
async function opened(colorScheme: 'light' | 'dark' = 'light'): Promise<{ page: Page; said: string[] }> {
  const page = await browser.newPage({ colorScheme });
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(error.message));
  page.on('request', (request) => {
    if (request.url() !== `file://${file}`) said.push(request.url());
  });
  await page.goto(`file://${file}`);
  await layOut(page);
  return { page, said };
}

/** Has all of a page laid out: what is far below has no text before it is scrolled to. */
async function layOut(page: Page): Promise<void> {
  await page.addStyleTag({ content: '.step { content-visibility: visible !important; }' });
}

/** Another report in a page of its own. */
async function shown(html: string): Promise<Page> {
  const page = await browser.newPage();
  await page.setContent(html);
  await layOut(page);
  return page;
}

function texts(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).allInnerTexts();
}

describe('report.html', () => {
  it('tells what failed and why, and asks for nothing else', async () => {
    const { page, said } = await opened();
    expect(await page.title()).toBe('wrongTable(exchangePartition, insert) on embedded');
    expect(await texts(page, '.verdict')).toEqual([
      'Verdict: row 1 of t2 is in t1 downstream: EXCHANGE PARTITION #4 was executed twice there, before and after the kill #5 of capture 0',
    ]);
    expect(await texts(page, 'h2')).toEqual([
      'The sequence',
      'What is wrong',
      'The failing run in time',
      'Tables before and after each command',
      'What it takes to fail',
      'What happened to the rows',
      'How it was shrunk',
      'See it again',
    ]);
    expect(said).toEqual([]);
  });

  it('shows the rows that differ, each in the colour of its side', async () => {
    const { page } = await opened();
    expect(await texts(page, 'section[aria-labelledby=wrong] td')).toEqual([
      '1',
      'c3.1',
      'not there',
      'c3.1',
    ]);
    const colour = (selector: string): Promise<unknown> =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).color`);
    expect(await colour('.row.upstream')).toBe('rgb(31, 95, 174)');
    expect(await colour('.side.downstream h4')).toBe('rgb(179, 71, 15)');
  });

  it('shows in time the commands, the lives of captures, the kill, and where the sides part', async () => {
    const { page } = await opened();
    const titles = await page.locator('#timeline ~ .plot').first().locator('title').allTextContents();
    expect(titles).toContain('#4 ALTER TABLE t1 EXCHANGE PARTITION p0 WITH TABLE t2: ok, 115–170 ms');
    expect(titles).toContain('capture 0 alive from 0 ms on, killed by #5');
    expect(titles).toContain('capture 1 alive from 0 ms on, to the end');
    expect(titles).toContain('#5 KILL capture 0 at 170 ms');
    expect(titles.filter((title) => title.startsWith('downstream: #4 ALTER'))).toHaveLength(2);
    expect(await page.locator('#timeline ~ .plot').first().innerText()).toContain('the sides part here');
    expect(await page.locator('[aria-label=checkpoint] path').count()).toBeGreaterThan(2);
  });

  it('shows the partitions and their rows before and after each command on both sides', async () => {
    const { page } = await opened();
    const states = page.locator('#step-4 .change > div');
    expect(await states.allInnerTexts()).toEqual(
      [
        ['before', 't1', 'p0 < MAXVALUE', '−1 c3.1', 't2', 'empty'],
        ['after', 't1', 'p0 < MAXVALUE empty', 't2', '+1 c3.1'],
        ['before', 't1', 'p0 < MAXVALUE', '−1 c3.1', 't2', 'empty'],
        ['after', 't1', 'p0 < MAXVALUE empty', 't2', '+1 c3.1'],
        ['before', 't1', 'p0 < MAXVALUE empty', 't2', '−1 c3.1'],
        ['after', 't1', 'p0 < MAXVALUE', '+1 c3.1', 't2', 'empty'],
      ].map((lines) => lines.join('\n')),
    );
    expect(await texts(page, '#step-4 .side.downstream h4 strong')).toEqual(['executed again']);
    expect(await texts(page, '#step-6 .side.downstream li.wrong')).toEqual(['+1 c3.1']);
  });

  it('shows what it takes to fail, and how it was shrunk', async () => {
    const { page } = await opened();
    const rows = await texts(page, 'section[aria-labelledby=needed] tbody tr');
    expect(rows).toContain('no kill\t0 of 1 run\tnothing wrong');
    expect(rows).toContain(
      "without #3 INSERT INTO t1 (id, data) VALUES (1, 'c3.1')\t0 of 1 run\tnothing wrong",
    );
    expect(await page.locator('[aria-label=shrinking] circle').count()).toBe(2);
    await page.locator('summary').click();
    expect(await texts(page, 'details tbody tr')).toEqual([
      '0\t5\t3 of 7 runs\tas it was found',
      '9\t4\t1 of 2 runs\tlostRows(insertAuto)',
    ]);
  });

  it('can be read by keyboard: sections, plots and steps take the focus in their order', async () => {
    const { page } = await opened();
    const seen: string[] = [];
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate<string>(FOCUS);
      seen.push(focus);
    }
    const places = ['#sequence', '#again', 'timeline', '#step-1', 'checkpoint', 'shrinking', 'summary'].map(
      (name) => seen.indexOf(name),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    await page.locator('nav a[href="#steps"]').press('Enter');
    expect(page.url()).toBe(`file://${file}#steps`);
  });

  it.each(['light', 'dark'] as const)('has contrast enough in %s mode', async (scheme) => {
    const { page } = await opened(scheme);
    const ratios = await page.evaluate<number[]>(CONTRASTS);
    expect(ratios).toHaveLength(7);
    for (const ratio of ratios) expect(ratio).toBeGreaterThan(4.5); // WCAG 2.2, 1.4.3
  });

  it('can be printed: nothing is cut off at the side', async () => {
    const { page } = await opened();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 720, height: 1000 });
    const widths = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]');
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
  });

  it('shows blocks and their lanes: a row of the timeline each, and each command in its lane', async () => {
    const insert = (id: number): LaneCommand => ({ kind: 'insert', table: 't1', ids: [id] });
    const lanes = [
      { offset: 0, commands: [insert(2), insert(3)] },
      { offset: 10, commands: [insert(4)] },
    ];
    const [create, other, ...rest] = commands;
    if (create === undefined || other === undefined) throw new Error('no commands');
    const findings = await explainedOn(
      [create, other, { kind: 'concurrently', lanes }, ...rest],
      ['ddl-twice-exchange'],
    );
    const page = await shown(await reportHtml(findings));
    expect((await texts(page, '#sequence ~ pre')).join('').split('\n').slice(2, 5)).toEqual([
      "3  at once, lane 1: INSERT INTO t1 (id, data) VALUES (2, 'c3.1')",
      "4           lane 1: INSERT INTO t1 (id, data) VALUES (3, 'c4.1')",
      "5           lane 2 from 10 ms on: INSERT INTO t1 (id, data) VALUES (4, 'c5.1')",
    ]);
    const names = await page
      .locator('[aria-label="y-axis tick label"]')
      .first()
      .locator('text')
      .allTextContents();
    expect(names).toEqual(['commands', 'lane 1', 'lane 2', 'capture 0', 'capture 1', 'downstream']);
    expect(await texts(page, '#step-5 .meta')).toEqual([expect.stringMatching(/^lane 2, ok, \d+–\d+ ms$/)]);
    expect(await texts(page, '#step-7 .side.downstream h4 strong')).toEqual(['executed again']);
  });

  it('shows each check in its place, and the last one where it is not written', async () => {
    const [create, other, ...rest] = commands;
    if (create === undefined || other === undefined) throw new Error('no commands');
    const checked = [create, { kind: 'check' } as const, other, ...rest];
    const page = await shown(await reportHtml(await explainedOn(checked, ['ddl-twice-exchange'])));
    const titles = await texts(page, '.step h3');
    expect(titles.filter((title) => title.includes('check'))).toEqual([
      '#2 check: synced, as both sides were read; + is here only',
      '#7 check: synced, as both sides were read; + is here only',
    ]);
    expect(titles).toHaveLength(7);
  });

  it('is small', () => {
    expect(statSync(file).size).toBeLessThan(100_000);
  });
});
