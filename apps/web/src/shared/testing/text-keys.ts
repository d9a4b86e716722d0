import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** Functions whose first argument is a translation key. */
const TRANSLATORS: ReadonlySet<string> = new Set(['t', 'textKey'])

/** All translation keys in a source file: `t('…')`, `textKey('…')`, `i18nKey="…"`. */
export function textsTranslatedIn(path: string): string[] {
  return [...nodesOf(path)].flatMap((node) => {
    if (isTranslation(node)) return literalsOf(node.arguments[0])
    if (ts.isJsxAttribute(node) && node.name.getText() === 'i18nKey') {
      return literalsOf(node.initializer)
    }
    return []
  })
}

function* nodesOf(path: string): Generator<ts.Node> {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    kind,
  )
  const waiting: ts.Node[] = [file]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node
    ts.forEachChild(node, (child) => void waiting.push(child))
  }
}

function isTranslation(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false
  const { expression } = node
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression
  return ts.isIdentifier(name) && TRANSLATORS.has(name.text)
}

/** The possible string literals of an expression, including both branches of a condition. */
function literalsOf(node: ts.Node | undefined): string[] {
  if (!node) return []
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isConditionalExpression(node)) {
    return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)]
  }
  if (ts.isJsxExpression(node)) return literalsOf(node.expression)
  return []
}
