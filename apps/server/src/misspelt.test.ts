import { expect, test } from 'vitest'
import { VARIABLES } from './config.ts'
import { misspeltVariables } from './misspelt.ts'

const told = (name: string) => misspeltVariables({ [name]: 'x' }, VARIABLES)

test.each([
  ['WHATSAP_NETWORK', 'WHATSAPP_NETWORK'],
  ['DATADIR', 'DATA_DIR'],
  ['data_dir', 'DATA_DIR'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['TRUST_PROXIES', null],
  ['RETENTION_DAY', 'RETENTION_DAYS'],
  ['PUBLIC-URL', 'PUBLIC_URL'],
])('%s is told of: %s', (name, meant) => {
  expect(told(name)).toEqual(meant ? [`${name} is ignored. Did you mean ${meant}?`] : [])
})

test.each(['WHATSAPP_PROXY', 'MEDIA_S3_KEY'])('%s is told of, too', (name) => {
  expect(told(name)).toEqual([`${name} is ignored: Kirim knows no such variable.`])
})

test.each([
  ...['HOSTNAME', 'PATH', 'HOME', 'PORTS', 'LOGNAME', 'XDG_DATA_DIRS', 'NODE_OPTIONS', 'NODE_PATH'],
  ...['npm_config_cache', 'PWD', 'LANGUAGE', 'INVOCATION_ID', 'KUBERNETES_PORT', 'PGDATABASE'],
  ...['ADMIN_EMAIL', 'NODE_ENV', 'WHATSAPP_URL'],
])('%s is not', (name) => {
  expect(told(name)).toEqual([])
})
