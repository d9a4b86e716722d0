import { lintInSteps } from '@kirim/chatbot-engine/lint'
import type { LintFinding as EngineFinding } from '@kirim/chatbot-engine/lint-finding'
import { HOP_LIMIT } from '@kirim/chatbot-engine/next-actions'
import type { LintFinding } from '@kirim/contract/chatbot-tools'
import { type LintCode, lintTexts } from '@kirim/contract/lint-texts'
import { type ErrorParams, fillText } from '@kirim/contract/refusals'
import { inSlices } from '../../../platform/in-slices.ts'
import type { NumberChatbot } from './responder-items.ts'

/**
 * Problems that a number's owner should know before a customer finds them: code, values and
 * sentence.
 */
export function lintChatbot(chatbot: NumberChatbot, services: Services) {
  return inSlices(lintChatbotInSteps(chatbot, services))
}

/** The external services that items may call. */
interface Services {
  /** The ids of items whose API call is configured. */
  readonly configured: ReadonlySet<string>
  /** The owner has set a provider of AI. */
  readonly hasAi: boolean
}

function* lintChatbotInSteps(
  chatbot: NumberChatbot,
  { configured, hasAi }: Services,
): Generator<void, LintFinding[]> {
  const nameOf = (id: string) => chatbot.items.get(id)?.name ?? id
  const present = (itemId: string | null, code: LintCode, params: ErrorParams): LintFinding => ({
    itemId,
    itemName: itemId ? nameOf(itemId) : '',
    code,
    params,
    message: fillText(lintTexts[code], params),
  })
  const enabled = [...chatbot.items.values()].filter((item) => item.enabled)
  const unconfigured = enabled.filter(
    (item) => item.apiRestDataStatus === 'enabled' && !configured.has(item.id),
  )
  const unwritten = hasAi ? [] : enabled.filter(({ useAi }) => useAi)
  const findings: LintFinding[] = []
  for (const finding of yield* lintInSteps(chatbot.compiled)) {
    findings.push(present(finding.itemId, codeOf(finding), valuesOf(finding, nameOf)))
    yield
  }
  return [
    ...findings,
    ...unconfigured.map(({ id }) => present(id, 'api_not_configured', {})),
    ...unwritten.map(({ id }) => present(id, 'ai_without_key', {})),
  ]
}

function codeOf(finding: EngineFinding): LintCode {
  return finding.code === 'missing_next_action' && finding.params.because === 'disabled'
    ? 'next_action_disabled'
    : finding.code
}

/** The values of a finding's sentence, with names in place of ids. */
function valuesOf(finding: EngineFinding, nameOf: (id: string) => string): ErrorParams {
  switch (finding.code) {
    case 'empty_keyword':
      return { keyword: finding.params.keyword }
    case 'duplicate_keyword':
      return { other: nameOf(finding.params.of), keyword: finding.params.keyword }
    case 'shadowed_keyword':
      return {
        keyword: finding.params.keyword,
        other: nameOf(finding.params.by),
        otherKeyword: finding.params.byKeyword,
      }
    case 'unreachable_item':
      return { names: finding.params.by.map(nameOf).join(', ') }
    case 'several_defaults':
      return { other: nameOf(finding.params.of) }
    case 'missing_next_action':
    case 'next_action_other_chats':
      return { other: nameOf(finding.params.nextItemId) }
    case 'long_action_chain':
      return { n: HOP_LIMIT, other: nameOf(finding.params.from) }
    case 'action_cycle':
      return { names: finding.params.ids.map(nameOf).join(' → ') }
    default:
      return {}
  }
}
