import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartError } from './platform/start-error.ts'

describe('TRUST_PROXY', () => {
  test.each([
    ['', 0],
    ['false', 0],
    ['true', 1],
    ['0', 0],
    ['3', 3],
    ['10.0.0.0/8', ['10.0.0.0/8']],
    [' 10.0.0.1 , fd00::/8,loopback', ['10.0.0.1', 'fd00::/8', 'loopback']],
  ])('%j is %j', (value, read) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toEqual(read)
  })

  test.each([
    'yes',
    '-1',
    '11',
    '1.5',
    '10.0.0.0/33',
    'proxy.example.com',
    ',',
    '10.0.0.1 10.0.0.2',
  ])('%j is refused', (value) => {
    const start = () => readConfig({ TRUST_PROXY: value })
    expect(start).toThrow(StartError)
    expect(start).toThrow(/^TRUST_PROXY must be [^\n]+\.$/)
  })
})

describe('ALLOWED_HOSTS', () => {
  test.each([
    ['', []],
    ['Kirim.LAN', [{ name: 'kirim.lan', port: null }]],
    [
      'kirim.lan:8080, *.example.com,[fd00::5]:3000',
      [
        { name: 'kirim.lan', port: '8080' },
        { name: '*.example.com', port: null },
        { name: '[fd00::5]', port: '3000' },
      ],
    ],
  ])('%j is %j', (value, read) => {
    expect(readConfig({ ALLOWED_HOSTS: value }).allowedHosts).toEqual(read)
  })

  test.each(['https://kirim.lan', 'kirim.lan/x', 'a b', '*', 'a.*.b', 'x:port'])(
    '%j is refused',
    (value) => {
      const start = () => readConfig({ ALLOWED_HOSTS: value })
      expect(start).toThrow(StartError)
      expect(start).toThrow(/^ALLOWED_HOSTS must be [^\n]+\.$/)
    },
  )
})

describe('RETENTION_DAYS', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['30', 30],
    ['365', 365],
  ])('%j is %j', (value, read) => {
    expect(readConfig({ RETENTION_DAYS: value }).retentionDays).toBe(read)
  })

  test.each(['0', '29', '-1', '45.5', 'a year', '36501'])('%j is refused', (value) => {
    const start = () => readConfig({ RETENTION_DAYS: value })
    expect(start).toThrow(StartError)
    expect(start).toThrow(/^RETENTION_DAYS must be a whole number of days from 30 to 36500\.$/)
  })
})

describe('MEDIA_S3', () => {
  const WHOLE = {
    MEDIA_S3_BUCKET: 'kirim-media',
    MEDIA_S3_ACCESS_KEY_ID: 'id',
    MEDIA_S3_SECRET_ACCESS_KEY: 'key',
  }
  const access = { bucket: 'kirim-media', accessKeyId: 'id', secretAccessKey: 'key' }
  const endpoint = 'http://minio:9000'

  test.each([
    [{}, { endpoint: null, region: 'us-east-1', pathStyle: false }],
    [{ MEDIA_S3_ENDPOINT: endpoint }, { endpoint, region: 'us-east-1', pathStyle: true }],
    [
      { MEDIA_S3_ENDPOINT: endpoint, MEDIA_S3_PATH_STYLE: 'false', MEDIA_S3_REGION: 'auto' },
      { endpoint, region: 'auto', pathStyle: false },
    ],
  ])('with a bucket and %j', (more, read) => {
    expect(readConfig({ ...WHOLE, ...more }).mediaBucket).toEqual({ ...access, ...read })
  })

  test('without any of them media are kept in the data directory', () => {
    expect(readConfig({ MEDIA_S3_BUCKET: '' }).mediaBucket).toBeNull()
  })

  test.each([
    [{ MEDIA_S3_ENDPOINT: endpoint }, /^MEDIA_S3_BUCKET, .+ must be set together\.$/],
    [{ ...WHOLE, MEDIA_S3_SECRET_ACCESS_KEY: '' }, /must be set together\.$/],
    [{ ...WHOLE, MEDIA_S3_ENDPOINT: 'minio:9000' }, /^MEDIA_S3_ENDPOINT must be a web address/],
    [{ ...WHOLE, MEDIA_S3_BUCKET: 'Kirim/media' }, /^MEDIA_S3_BUCKET must be the name/],
    [{ ...WHOLE, MEDIA_S3_PATH_STYLE: 'yes' }, /^MEDIA_S3_PATH_STYLE must be 'true' or 'false'/],
  ])('%j is refused', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })
})
