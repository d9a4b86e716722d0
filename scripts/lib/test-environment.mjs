import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.mjs'

/** All variables of the README's table, and NODE_ENV. */
const SERVER_VARIABLES = [
  'NODE_ENV HOST PORT DATA_DIR DATABASE_URL WHATSAPP_NETWORK WHATSAPP_URL WHATSAPP_ROOT_KEY SECRET_KEY',
  'PUBLIC_URL MEDIA_URL REGISTER_LIMIT LINK_LIMIT ADMIN_EMAIL ADMIN_PASSWORD TRUST_PROXY ALLOWED_HOSTS ALLOW_PRIVATE_ADDRESSES NODE_NAME LOG_LEVEL WHATSAPP_VERSION FFMPEG_PATH RETENTION_DAYS',
  'MEDIA_S3_ENDPOINT MEDIA_S3_BUCKET MEDIA_S3_REGION MEDIA_S3_ACCESS_KEY_ID MEDIA_S3_SECRET_ACCESS_KEY MEDIA_S3_PATH_STYLE',
].flatMap((names) => names.split(' '))

/**
 * The environment of every test process. `packages/testing/src/test-run.ts` reads the TEST_
 * variables.
 * @param {string} cache
 * @param {{ deep: boolean, seed: number }} run
 * @returns {NodeJS.ProcessEnv}
 */
export function testEnvironment(cache, { deep, seed }) {
  // Variables meant for a server must not affect the tests.
  const others = Object.entries(process.env).filter(([name]) => !SERVER_VARIABLES.includes(name))
  const temporary = temporaryFolder()
  return {
    ...Object.fromEntries(others),
    NO_COLOR: '1',
    ...(temporary && { TMPDIR: temporary }),
    // Workers come and go, and load the same packages.
    NODE_COMPILE_CACHE: join(cache, 'compiled'),
    TEST_DEPTH: deep ? 'deep' : 'usual',
    TEST_SEED: String(seed),
  }
}
