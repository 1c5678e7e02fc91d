/** Text that is HTML already. */
export interface Html {
  readonly html: string;
}

/** What can stand in a template: text and numbers are escaped, HTML stays as it is, null is nothing. */
export type Part = string | number | null | Html | readonly Html[];

/** HTML from a template, in which everything that is no HTML is escaped, in elements and in attributes between double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: strings.map((text, place) => short(text) + textOf(parts[place] ?? null)).join('') };
}

/** The indentation of templates is for who reads them here. */
function short(text: string): string {
  return text.replaceAll(/\n\s*/g, '\n');
}

function textOf(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return part.replaceAll(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
  if ('html' in part) return part.html;
  return part.map((each) => each.html).join('');
}

/** A table with a head. */
export function table(head: readonly string[], rows: readonly (readonly Part[])[]): Html {
  return html`<table>
    <thead>
      <tr>
        ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.map((cell) => html`<td>${cell}</td>`)}
          </tr> `,
      )}
    </tbody>
  </table>`;
}
