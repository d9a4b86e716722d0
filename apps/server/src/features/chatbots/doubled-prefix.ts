const DOUBLED = /^\/api(?=\/api\/ai-chatbot\/)/

/** The chatbot's paths may be doubled; both readings are answered [7.ai.doubled]. */
export function withoutDoubledPrefix(url: string): string {
  return url.replace(DOUBLED, '')
}
