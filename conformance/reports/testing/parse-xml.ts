/** A strict parser of the subset of XML 1.0 that the reports write. */

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Its own text, without that of its children. */
  text: string;
  readonly children: XmlElement[];
}

const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const TOKEN = /<\?xml version="1\.0" encoding="UTF-8"\?>\n|<(\/?)([A-Za-z][\w-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const ATTRIBUTE = /\s+([\w:-]+)="([^"]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  if (text.includes(']]>')) throw new Error(']]> in a text');
  return text.replaceAll(/&([^;]*)(;?)/g, (_all, name: string, end: string) => {
    const sign = name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : ENTITIES[name];
    if (sign === undefined || end === '') throw new Error(`bad reference &${name}`);
    return sign;
  });
}

/**
 * Parses a document.
 *
 * @throws {Error} where it is not well-formed
 */
export function parseXml(document: string): XmlElement {
  const illegal = ILLEGAL.exec(document);
  if (illegal !== null) throw new Error(`no XML character at ${illegal.index}`);
  const root: XmlElement = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  let end = 0;
  for (const [token, slash, name, attributes = '', empty, text] of document.matchAll(TOKEN)) {
    end += token.length;
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.text += decode(text);
    else if (slash === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`);
    } else if (name !== undefined) {
      const pairs = [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, decode(value)] as const);
      const element: XmlElement = { name, attributes: Object.fromEntries(pairs), text: '', children: [] };
      parent.children.push(element);
      if (empty !== '/') open.push(element);
    }
  }
  if (end !== document.length) throw new Error(`no XML at ${end}: ${document.slice(end, end + 80)}`);
  const [top] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || top === undefined) throw new Error('not one element at the top');
  return top;
}

/** All elements of a name, at any depth. */
export function findElements(element: XmlElement, name: string): readonly XmlElement[] {
  return [...(element.name === name ? [element] : []), ...element.children.flatMap((child) => findElements(child, name))];
}
