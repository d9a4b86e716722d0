import type { CallSpec } from '@kirim/contract/call'
import { ErrorBody } from '@kirim/contract/errors'
import { z } from 'zod'

type JsonSchema = Record<string, unknown>

/** The part of the OpenAPI document that one call of the contract gives. */
export function openApiSchema(spec: CallSpec): Record<string, unknown> {
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
    ...bodyOf(spec),
    response,
  }
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

/** The same for every call, and the largest of all. */
const REFUSED = jsonSchema(ErrorBody, 'output')

/** Fastify keeps these for the document only: validation is done by the Zod schemas themselves. */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
