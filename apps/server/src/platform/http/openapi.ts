import { setImmediate } from 'node:timers/promises'
import type { CallSpec } from '@kirim/contract/call'
import { errors } from '@kirim/contract/errors'
import { issueTexts } from '@kirim/contract/issue-texts'
import { ErrorBody, ISSUES_MAX, Issue } from '@kirim/contract/refusals'
import { WORKSPACE_HEADER } from '@kirim/contract/workspaces'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that the route answers. */
    spec?: CallSpec
  }
}

type JsonSchema = Record<string, unknown>

/** Descriptions that the schemas lack: the web app uses the contract, too, and needs none. */
const described = z.registry<{ description: string }>()
described.add(ErrorBody.shape.message, { description: 'What is wrong, in English' })
described.add(ErrorBody.shape.code, { description: 'One of components/schemas/ErrorCode' })
described.add(ErrorBody.shape.issues, {
  description: `What is wrong with which field of the body, the query or the path; at most ${ISSUES_MAX}`,
})
described.add(Issue.shape.path, {
  description: 'From the outermost to the field: names in objects, places in lists from 0',
})
described.add(Issue.shape.code, {
  description: 'One of components/schemas/IssueCode, or the code of the refusal itself',
})
described.add(Issue.shape.params, { description: 'The values in its sentence, such as max or min' })

const errorTexts = Object.fromEntries(
  Object.entries(errors).map(([code, { text }]) => [code, text]),
)

/** Every code with its sentence, once for the whole document. */
const codeSchemas = {
  ErrorCode: { type: 'string', enum: Object.keys(errors), 'x-texts': errorTexts },
  IssueCode: { type: 'string', enum: Object.keys(issueTexts), 'x-texts': issueTexts },
} as const

/**
 * Serves the document of all routes with a `spec`. It is built on first request, one call per event
 * loop iteration: all at once would block the event loop.
 */
export function serveOpenApi(app: FastifyInstance, version: string): void {
  const specs: CallSpec[] = []
  let document: Promise<string> | undefined
  app.addHook('onRoute', ({ config }) => {
    if (config?.spec && !specs.includes(config.spec)) specs.push(config.spec)
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= write(specs, version)
    return reply.type('application/json; charset=utf-8').send(await document)
  })
}

/** Uses a second application that never listens: the plugin describes whole applications. */
async function write(specs: readonly CallSpec[], version: string): Promise<string> {
  const { default: Fastify } = await import('fastify')
  const { default: swagger } = await import('@fastify/swagger')
  const app = Fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, {
    openapi: {
      info: { title: 'Kirim', version },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
        schemas: codeSchemas,
      },
    },
  })
  for (const spec of specs) {
    const { method, path } = spec
    app.route({ method, url: `/api${path}`, schema: openApiSchema(spec), handler: () => null })
    await setImmediate()
  }
  await app.ready()
  await setImmediate()
  const document = app.swagger()
  await setImmediate()
  return JSON.stringify(document)
}

const WORKSPACE_NAMED = 'The workspace; without it, the one the person chose last'

/** One contract call as a part of the OpenAPI document. */
function openApiSchema(spec: CallSpec): Record<string, unknown> {
  const response: Record<string, unknown> = {
    [spec.status]: spec.response
      ? { description: 'Done', ...jsonSchema(spec.response, 'output') }
      : { description: 'Done', type: 'null' },
    '4xx': { description: 'Refused', ...REFUSED },
  }
  return {
    summary: spec.summary,
    tags: [spec.path.split('/')[1] ?? ''],
    security: spec.access === 'public' ? [] : [{ bearer: [] }],
    ...(spec.params && { params: jsonSchema(spec.params, 'input') }),
    ...(spec.query && { querystring: jsonSchema(spec.query, 'input') }),
    ...headersOf(spec),
    ...(spec.needs && { 'x-needs': spec.needs }),
    ...bodyOf(spec),
    response,
  }
}

/** A call in a workspace may name it. */
function headersOf({ headers, needs }: CallSpec): JsonSchema {
  const own = headers ? jsonSchema(headers, 'input') : { type: 'object', properties: {} }
  const named = needs && { [WORKSPACE_HEADER]: { type: 'string', description: WORKSPACE_NAMED } }
  const properties = { ...(own.properties as JsonSchema), ...named }
  return Object.keys(properties).length > 0 ? { headers: { ...own, properties } } : {}
}

function bodyOf(spec: CallSpec): JsonSchema {
  if (!spec.file) return spec.body ? { body: jsonSchema(spec.body, 'input') } : {}
  const fields = spec.body ? jsonSchema(spec.body, 'input') : { type: 'object', properties: {} }
  const properties = fields.properties as JsonSchema
  return {
    consumes: ['multipart/form-data'],
    body: {
      ...fields,
      properties: { ...properties, [spec.file.field]: { type: 'string', format: 'binary' } },
    },
  }
}

/** The same for every call, and the largest schema of all. */
const REFUSED = jsonSchema(ErrorBody, 'output')

/** Fastify only needs these for the document: the Zod schemas validate. */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    metadata: described,
  })
  return rest
}
