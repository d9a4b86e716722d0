import type { Session } from '@kirim/contract/accounts'
import type { CallSpec } from '@kirim/contract/call'
import { isGeneralIssue, issueTemplate, issueText, issueTexts } from '@kirim/contract/issue-texts'
import { type CodedText, ErrorBody, ISSUES_MAX, type Issue } from '@kirim/contract/refusals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { everyCall, fillPath, PLAUSIBLE, plausibleInJson } from './contract-calls.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { openBrowser } from './test-browser.ts'
import { asForm, type TextField, textFieldsOf, withText } from './text-fields.ts'

/** Must not occur in answers: they contain limits, not input. */
const SENT = 'sent by somebody '
const BROKEN: readonly unknown[] = [SENT, SENT.repeat(1200), -1, { [SENT]: SENT }, [null], ' ', '[']
const BROKEN_TEXTS: readonly unknown[] = [SENT, SENT.repeat(60), SENT.repeat(4000), '-1', '[', ' ']

/** Fields that accept any input, or that a path cannot carry malformed. */
const NEVER_WRONG =
  /^(body (aiAgentTraining|useAI|presenceDelay)|params (id|deviceId|campaignId|itemId|groupId|contactId|messageId|personId|entryId|noteId|labelId))$/

interface Place {
  readonly part: 'body' | 'query' | 'params'
  readonly spec: CallSpec
  readonly field: TextField
}

const calls = everyCall()
const callsWithFields = calls
  .map(([name, spec]) => [name, fieldsOf(spec)] as const)
  .filter(([, fields]) => fields.length > 0)

/** The fields of a call that can be wrong, each with its part and its path. */
function fieldsOf(spec: CallSpec): [where: string, place: Place][] {
  return (['body', 'query', 'params'] as const)
    .flatMap((part) => {
      const schema = spec[part]
      if (!schema) return []
      return textFieldsOf(schema).map((field): [string, Place] => [
        `${part} ${field.path.join('.')}`,
        { part, spec, field },
      ])
    })
    .filter(([where]) => !NEVER_WRONG.test(where))
}

let app: TestApp
let admin: Session
beforeAll(async () => {
  app = await startTestApp('SQLite')
  admin = await app.newUser()
})
afterAll(() => app.stop())

/** Whether it is the path of the field, or of the list it is in. */
const leadsTo = (path: Issue['path'], field: TextField) =>
  path.length > 0 && path.every((step, index) => String(step) === field.path[index])

/** The part of a request with a value in this field that its schema refuses. */
function brokenPart({ spec, part, field }: Place): object {
  const isJson = part === 'body' && !spec.file
  const base = part === 'body' ? { ...PLAUSIBLE, ...(isJson && plausibleInJson(spec)) } : {}
  const schema: z.core.$ZodType | undefined = spec[part]
  for (const value of isJson ? BROKEN : BROKEN_TEXTS) {
    const made = withText(base, field, value)
    const found = (schema as z.ZodType).safeParse(made).error?.issues ?? []
    if (found.some(({ path }) => leadsTo(path as Issue['path'], field))) return made
  }
  throw new Error('Nothing that was tried is wrong here.')
}

function requestOf(place: Place): { path: string; body?: object } {
  const { spec, part } = place
  const broken = brokenPart(place)
  const phones = { phoneNumber: '60123456789', contactNumber: '60123456788' }
  const params = part === 'params' ? encoded(broken) : {}
  const search = part === 'query' ? `?${new URLSearchParams(broken as Record<string, string>)}` : ''
  const path = fillPath(spec.path, { ...phones, ...params }) + search
  if (part !== 'body') return { path }
  return { path, body: spec.file ? asForm(broken) : broken }
}

function encoded(values: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, encodeURIComponent(String(value))]),
  )
}

test.each(callsWithFields)('%s: what is wrong is an issue at its place', async (_call, fields) => {
  for (const [where, place] of fields) await expectIssue(where, place)
})

async function expectIssue(where: string, place: Place): Promise<void> {
  const { path, body } = requestOf(place)
  const token = place.spec.access === 'public' ? undefined : admin.token
  const answer = await app.call(place.spec.method, path, {
    ...(token && { token }),
    ...(body && { body }),
  })
  expect([where, answer.status, answer.body]).toMatchObject([
    where,
    400,
    { code: 'validation_failed' },
  ])
  const { message, issues = [] } = ErrorBody.parse(answer.body)
  const found = issues.find((issue) => leadsTo(issue.path, place.field))
  expect(found, where).toBeDefined()
  for (const issue of issues) {
    expect([issue.code, issueTemplate(issue.code)]).toEqual([issue.code, expect.any(String)])
    const text = issueText(issue)
    expect(text).not.toMatch(/[{}]/)
    const named = isGeneralIssue(issue.code) && issue.path.length > 0
    expect(message).toContain(named ? `${issue.path.join('.')}: ${text}` : text)
  }
  expect(JSON.stringify(answer.body)).not.toContain(SENT)
}

test('an answer names only so many issues', async () => {
  const members = Array.from({ length: 50 }, (_, place) => `${place}`)
  const answer = await app.call('POST', '/sandbox/phones/60123456789/groups', {
    token: admin.token,
    body: { subject: 'X', members },
  })
  const { issues = [] } = ErrorBody.parse(answer.body)
  expect(issues).toHaveLength(ISSUES_MAX)
  expect(issues[3]).toEqual({ path: ['members', 3], code: 'sandbox_number_invalid', params: {} })
})

test('a refusal of a use case that is about one field is an issue, too', async () => {
  const { token } = admin
  const refused = async (method: string, path: string, body: object) =>
    ErrorBody.parse((await app.call(method, path, { token, body })).body)
  expect(await refused('POST', '/contacts', { name: 'Ali', phoneNumber: 'nobody' })).toEqual({
    message: 'This is not a valid phone number.',
    code: 'phone_number_invalid',
    params: {},
    issues: [{ path: ['phoneNumber'], code: 'phone_number_invalid', params: {} }],
  })
  await app.call('POST', '/contact-groups', { token, body: { groupName: 'Staf' } })
  expect(await refused('POST', '/contact-groups', { groupName: 'Staf' })).toMatchObject({
    code: 'group_name_taken',
    issues: [{ path: ['groupName'], code: 'group_name_taken' }],
  })
})

test('an event whose argument is wrong is answered with its place', async () => {
  const browser = await openBrowser(app.url, admin)
  const refused = new Promise<[string, CodedText & { issues?: Issue[] }]>((resolve) =>
    browser.socket.once('error_message', (...told: [string, CodedText]) => resolve(told)),
  )
  browser.socket.emit('whatsapp_reconnect_request', 'x'.repeat(201))
  const [message, said] = await refused
  expect(message).toBe('The request could not be read.')
  expect(said).toEqual({
    code: 'malformed_request',
    params: {},
    issues: [{ path: [0], code: 'text_too_long', params: { max: 200 } }],
  })
  browser.close()
})

test('the OpenAPI document names every code with its sentence, and says where an issue is', async () => {
  const document = await (await fetch(`${app.url}/api/openapi.json`)).json()
  const { ErrorCode, IssueCode } = Reflect.get(document as object, 'components').schemas
  expect(ErrorCode['x-texts'].forbidden).toBe('Access denied')
  expect(IssueCode.enum).toEqual(Object.keys(issueTexts))
  expect(IssueCode['x-texts'].name_too_long).toBe('A name may have at most {max} characters.')
  const path = '/api/users/login'
  const refused = Reflect.get(document as object, 'paths')[path].post.responses['4XX']
  const { issues } = refused.content['application/json'].schema.properties
  expect(issues).toMatchObject({
    description: expect.stringContaining('field'),
    items: { properties: { path: { description: expect.stringContaining('lists') } } },
  })
  const { parameters } = Reflect.get(document as object, 'paths')['/api/campaigns/{deviceId}'].post
  expect(parameters).toContainEqual(
    expect.objectContaining({ in: 'header', name: 'idempotency-key', required: false }),
  )
})
