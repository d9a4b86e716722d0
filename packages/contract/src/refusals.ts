import * as z from 'zod/mini'

const Params = z.record(z.string(), z.union([z.string(), z.number()]))
export type ErrorParams = Readonly<z.infer<typeof Params>>

/**
 * What is wrong with one field: where it is, which of `issueTexts` says it, and the values in that.
 * `path` has a name for each object and a number for each list on the way to it.
 */
export const Issue = z.object({
  path: z.array(z.union([z.string(), z.int()])),
  code: z.string(),
  params: Params,
})
export type Issue = z.infer<typeof Issue>

/** No answer names more of what is wrong than this. */
export const ISSUES_MAX = 20

export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  params: z.optional(Params),
  issues: z.optional(z.array(Issue)),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** Which sentence of the contract was said, with its values, for who reads another language. */
export const CodedText = z.object({ code: z.string(), params: Params })
export type CodedText = z.infer<typeof CodedText>

/** A refusal told without an answer to a call, beside its English sentence. */
export const CodedRefusal = z.extend(CodedText, { issues: z.optional(z.array(Issue)) })

/** A sentence with its values in place; a value that is not given stays marked. */
export function fillText(template: string, params: ErrorParams): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in params ? String(params[name]) : whole,
  )
}
