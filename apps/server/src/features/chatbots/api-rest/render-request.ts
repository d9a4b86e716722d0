import type { ApiRestConfig } from '@kirim/contract/chatbot-tools'
import type { TemplateContext } from '@kirim/message-template/context'
import { parseTemplate } from '@kirim/message-template/parse'
import { type RandomSource, renderTemplate } from '@kirim/message-template/render'
import { parseExactly } from '../../../platform/exact-json.ts'
import type { WebRequest } from '../../../platform/web-call.ts'

const DOTS = /^\.{1,2}$/

/**
 * Fills in the placeholders so that a contact's name always stays one value in its place. Null when
 * the body is not JSON.
 */
export function renderRequest(
  config: ApiRestConfig,
  context: TemplateContext,
  random: RandomSource,
): WebRequest | null {
  const body = renderBody(config, (text) => renderTemplate(text, context, random))
  if (body === undefined) return null
  return {
    method: config.method,
    url: renderUrl(config.url, context, random),
    headers: config.headers.map(({ name, value }) => ({
      name,
      value: oneLine(renderTemplate(value, context, random)),
    })),
    body,
  }
}

/** Whether the body that would be sent is JSON; always true without a body. */
export function hasValidBody(config: ApiRestConfig): boolean {
  return renderBody(config, (text) => text) !== undefined
}

/** Inserted and chosen values are encoded; the owner's own text stays as it is. */
function renderUrl(url: string, context: TemplateContext, random: RandomSource): string {
  return parseTemplate(url)
    .nodes.map((node) => {
      if (node.kind === 'text') return node.value
      const value = renderTemplate({ source: url, nodes: [node], problems: [] }, context, random)
      // Alone between slashes, dots would change the path, encoded or not.
      return DOTS.test(value) ? '' : encodeURIComponent(value.toWellFormed())
    })
    .join('')
}

/**
 * JSON is parsed first and its texts are rendered afterwards, so that its own braces are no spintax
 * and no value can break out of its quotation marks. Undefined when it cannot be parsed.
 */
function renderBody(
  { method, body }: ApiRestConfig,
  render: (text: string) => string,
): string | null | undefined {
  if (method === 'GET' || body.trim() === '') return null
  try {
    const rendered = parseExactly(body, (value) =>
      typeof value === 'string' ? render(value) : value,
    )
    return JSON.stringify(rendered)
  } catch {
    return undefined
  }
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}
