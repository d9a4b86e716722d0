import { placeholderReader, type TemplateContext } from './context.ts'
import { closeGaps } from './gaps.ts'
import { parseTemplate } from './parse.ts'
import type { ChoiceNode, PlaceholderNode, Template, TemplateNode } from './template.ts'

/** Returns a number in [0, 1), as `Math.random` does. */
export type RandomSource = () => number

interface Place {
  readonly nodes: readonly TemplateNode[]
  next: number
}

/**
 * Renders one message. Calls `random` once for each choice it meets, in the order of the text, so
 * equal draws give equal messages. The text of a placeholder is inserted literally, never parsed;
 * where it is empty, the surrounding blanks and comma are removed. Parse once and pass the template
 * when the same text goes to many people. `inserted` may change what stands for a placeholder.
 */
export function renderTemplate(
  template: Template | string,
  context: TemplateContext,
  random: RandomSource,
  inserted: (value: string, node: PlaceholderNode) => string = (value) => value,
): string {
  const { source, nodes } =
    typeof template === 'string' ? parseTemplate(template, context.fields) : template
  const read = placeholderReader(context)
  const places: Place[] = [{ nodes, next: 0 }]
  let part = ''
  const parts: string[] = []
  for (let place = places.at(-1); place; place = places.at(-1)) {
    const node = place.nodes[place.next]
    place.next += 1
    if (!node) {
      places.pop()
    } else if (node.kind === 'text') {
      part += node.value
    } else if (node.kind === 'placeholder') {
      const value = inserted(read(node) ?? source.slice(node.start, node.end), node)
      part += value
      if (value === '') {
        parts.push(part)
        part = ''
      }
    } else {
      places.push({ nodes: drawOption(node, random), next: 0 })
    }
  }
  return closeGaps([...parts, part])
}

function drawOption({ options }: ChoiceNode, random: RandomSource): readonly TemplateNode[] {
  const drawn = Math.floor(random() * options.length)
  return options[drawn] ?? options[0] ?? []
}
