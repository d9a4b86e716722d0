import { z } from 'zod'
import type { S3Access } from './adapters/media/s3-calls.ts'
import { StartError } from './platform/start-error.ts'

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value)
const optional = (schema: z.ZodType<string>) => z.preprocess(blankIsUnset, schema.optional())

/** The variables of the bucket. */
export const MediaBucketEnvironment = {
  MEDIA_S3_ENDPOINT: optional(
    z
      .string()
      .refine(
        (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
        'must be a web address (http:// or https://)',
      ),
  ).meta({ description: 'Address of S3-compatible object storage.', unset: 'AWS' }),
  MEDIA_S3_BUCKET: optional(
    z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        'must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
      ),
  ).meta({
    description: 'Bucket for media, in place of `media/` in DATA_DIR. Needs both keys.',
    unset: 'unset',
  }),
  MEDIA_S3_REGION: optional(
    z.string().regex(/^[a-z0-9-]{1,50}$/, 'must be a region like us-east-1'),
  ).meta({ description: 'Region of the bucket.', unset: 'us-east-1' }),
  MEDIA_S3_ACCESS_KEY_ID: optional(z.string()).meta({
    description: 'Access key of the bucket.',
    unset: 'unset',
  }),
  MEDIA_S3_SECRET_ACCESS_KEY: optional(z.string()).meta({
    description: 'Secret access key of the bucket.',
    unset: 'unset',
  }),
  MEDIA_S3_PATH_STYLE: optional(
    z.enum(['true', 'false'], { error: "must be 'true' or 'false'" }),
  ).meta({
    description: '`true` puts the bucket into the path, `false` into the host name.',
    unset: 'true with MEDIA_S3_ENDPOINT',
  }),
}

type Given = {
  readonly [name in keyof typeof MediaBucketEnvironment]?: string | undefined
}

/** Null when media are kept in the data directory. Throws StartError when only a part is set. */
export function readMediaBucket(e: Given): S3Access | null {
  const isSet = Object.keys(MediaBucketEnvironment).some((name) => e[name as keyof Given])
  if (!isSet) return null
  const { MEDIA_S3_BUCKET, MEDIA_S3_ACCESS_KEY_ID, MEDIA_S3_SECRET_ACCESS_KEY } = e
  if (!MEDIA_S3_BUCKET || !MEDIA_S3_ACCESS_KEY_ID || !MEDIA_S3_SECRET_ACCESS_KEY) {
    throw new StartError(
      'MEDIA_S3_BUCKET, MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY must be set together.',
    )
  }
  return {
    endpoint: e.MEDIA_S3_ENDPOINT ?? null,
    bucket: MEDIA_S3_BUCKET,
    region: e.MEDIA_S3_REGION ?? 'us-east-1',
    accessKeyId: MEDIA_S3_ACCESS_KEY_ID,
    secretAccessKey: MEDIA_S3_SECRET_ACCESS_KEY,
    pathStyle: e.MEDIA_S3_PATH_STYLE
      ? e.MEDIA_S3_PATH_STYLE === 'true'
      : e.MEDIA_S3_ENDPOINT !== undefined,
  }
}
