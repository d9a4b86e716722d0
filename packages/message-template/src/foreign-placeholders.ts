import { fieldKey, type KnownFields } from './field-key.ts'
import { PLACEHOLDERS, type Template, type TemplateNode } from './template.ts'

/** A placeholder in the syntax of another program, which would be sent as written. */
export interface ForeignPlaceholder {
  readonly text: string
  /** What to write instead: `[name]`. */
  readonly instead: string
  /** It is parsed as a choice between its words: `{name|kawan}`. */
  readonly isChoice: boolean
}

/** `{name}`, `{{name}}`, `${name}`, `{{1}}`; a bar makes a choice, a backslash plain text. */
const IN_BRACES = /(?<![\\{])\$?\{{1,3} {0,3}([\p{L}\p{N}_][^{}|\\\n[\]]{0,59})\}{1,3}/gu
/** These signs are common in texts, so only known names between them count. */
const IN_SIGNS =
  /(?<!\\)(?:%%?([\p{L}\p{N}_ ]{1,40})%%?|<<?([\p{L}\p{N}_ ]{1,40})>>?|«([\p{L}\p{N}_ ]{1,40})»|#([\p{L}\p{N}_]{1,40})#)/gu
/** Names that programs use for the recipient's name. */
const NAMES: ReadonlySet<string> = new Set([
  ...[
    'name',
    'names',
    'nama',
    'nombre',
    'nome',
    'nom',
    '姓名',
    '名字',
    'nama penuh',
    'nama pelanggan',
  ],
  ...['fullname', 'full name', 'firstname', 'first name', 'lastname', 'last name', 'contact name'],
  ...[
    'customer',
    'customer name',
    'customername',
    'contact.name',
    'contact.first name',
    'username',
  ],
  ...['user name', 'client name', 'recipient name'],
])

/** In source order, with repetitions. `fields` are the known contact fields. */
export function foreignPlaceholders(
  { source, nodes }: Template,
  fields: KnownFields,
): readonly ForeignPlaceholder[] {
  const inBraces = [...source.matchAll(IN_BRACES)].map(([text, inside = '']) => {
    return { text, instead: meantBy(inside, fields) ?? `[${inside.trim()}]`, isChoice: false }
  })
  const inSigns = [...source.matchAll(IN_SIGNS)].flatMap(([text, ...insides]) => {
    const instead = meantBy(insides.find(Boolean) ?? '', fields)
    return instead ? { text, instead, isChoice: false } : []
  })
  return [...inBraces, ...inSigns, ...choicesOf(source, nodes, fields)]
}

/** The placeholder it stands for; null if there is none. */
function meantBy(written: string, fields: KnownFields): string | null {
  const key = fieldKey(written)
  const spaced = key.replace(/_/g, ' ')
  if (key !== 'api' && key !== 'field' && Object.hasOwn(PLACEHOLDERS, key)) return `[${key}]`
  const field = [key, spaced].find((one) => fields.has(one))
  if (field) return `[${field}]`
  return NAMES.has(spaced) || /^\d{1,2}$/.test(key) ? '[name]' : null
}

/** Choices whose first word is a placeholder name and whose second may be its fallback. */
function choicesOf(
  source: string,
  nodes: readonly TemplateNode[],
  fields: KnownFields,
): ForeignPlaceholder[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'choice' || node.options.length !== 2) return []
    const [first, second] = node.options.map(plainText)
    const meant = first ? meantBy(first, fields) : null
    if (!meant || second === undefined || /^\d+$/.test(first ?? '')) return []
    const text = source.slice(node.start, node.end)
    return { text, instead: `${meant.slice(0, -1)}|${second}]`, isChoice: true }
  })
}

function plainText(option: readonly TemplateNode[]): string | undefined {
  const [only = null, ...more] = option
  return only?.kind === 'text' && more.length === 0 ? only.value : undefined
}
