const DOUBLED = /^\/api(?=\/api\/ai-chatbot\/)/

/** The prefix of chatbot paths may be doubled; both forms are answered [7.ai.doubled]. */
export function withoutDoubledPrefix(url: string): string {
  return url.replace(DOUBLED, '')
}
