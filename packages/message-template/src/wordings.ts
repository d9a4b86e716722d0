import { parseTemplate } from './parse.ts'
import type { ChoiceNode, Template, TemplateNode } from './template.ts'

/**
 * Counts the combinations of a text's choices, from 1 to `Number.MAX_SAFE_INTEGER`. Equal options
 * count separately; placeholder values do not count.
 */
export function countWordings(template: Template | string): number {
  const { nodes } = typeof template === 'string' ? parseTemplate(template) : template
  const counts = new Map<TemplateNode, number>()
  const countOf = (sequence: readonly TemplateNode[]) =>
    sequence.reduce((ways, node) => cap(ways * (counts.get(node) ?? 1)), 1)

  for (const choice of choicesOutsideIn(nodes).reverse()) {
    const ways = choice.options.reduce((sum, option) => cap(sum + countOf(option)), 0)
    counts.set(choice, ways)
  }
  return countOf(nodes)
}

/** All choices, outer ones before nested ones. */
function choicesOutsideIn(nodes: readonly TemplateNode[]): ChoiceNode[] {
  const choices = nodes.filter(isChoice)
  // The list grows during the iteration, which makes this a breadth-first walk.
  for (const choice of choices) {
    for (const option of choice.options) {
      for (const node of option) if (isChoice(node)) choices.push(node)
    }
  }
  return choices
}

function isChoice(node: TemplateNode): node is ChoiceNode {
  return node.kind === 'choice'
}

function cap(count: number): number {
  return Math.min(count, Number.MAX_SAFE_INTEGER)
}
