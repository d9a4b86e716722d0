import * as z from 'zod/mini'

/** Bytes as WebAuthn writes them in JSON: base64url without padding. */
const bytes = (maxLength: number) => z.string().check(z.maxLength(maxLength), z.regex(/^[\w-]*$/))
const someBytes = (maxLength: number) => bytes(maxLength).check(z.minLength(1))

/** WebAuthn allows 1023 bytes. */
const CREDENTIAL_ID_MAX = 1364
const CREDENTIALS_MAX = 20

const Credential = z.object({
  id: someBytes(CREDENTIAL_ID_MAX),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
})

/** The request for a passkey, as a browser accepts it. */
export const PasskeyOptions = z.object({
  challenge: someBytes(1000),
  timeout: z.optional(z.int().check(z.gte(0))),
  rpId: z.string().check(z.maxLength(253), z.regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/)),
  allowCredentials: z._default(z.array(Credential).check(z.maxLength(CREDENTIALS_MAX)), []),
  userVerification: z._default(z.enum(['required', 'preferred', 'discouraged']), 'preferred'),
  extensions: z.optional(z.object({ uvm: z.optional(z.boolean()) })),
})
export type PasskeyOptions = z.infer<typeof PasskeyOptions>

/** The answer of a passkey, as a browser returns it, without unused fields. */
export const PasskeyAnswer = z.object({
  id: someBytes(CREDENTIAL_ID_MAX),
  rawId: someBytes(CREDENTIAL_ID_MAX),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: someBytes(4000),
    authenticatorData: someBytes(2000),
    signature: someBytes(2000),
    userHandle: z.nullish(bytes(200)),
  }),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** The network refused an answer; `code` is null if it gave none. */
export const PasskeyRefusal = z.object({ code: z.nullable(z.int()) })
export type PasskeyRefusal = z.infer<typeof PasskeyRefusal>

/** The passkey step, which some accounts require between a scan and the link. */
export const PasskeyStep = z.object({
  /** `compare`: the phone shows a code, and waits until its owner has compared it. */
  state: z.enum(['asked', 'checking', 'compare']),
  options: PasskeyOptions,
  expiresInMs: z.int(),
  /** The refusal of the previous answer, to another request. */
  refused: z.nullable(PasskeyRefusal),
  code: z.nullable(z.string().check(z.maxLength(20))),
})
export type PasskeyStep = z.infer<typeof PasskeyStep>
