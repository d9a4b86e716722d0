import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEF_MEDIA_HOST } from 'baileys'
import { generate } from 'selfsigned'

export interface TlsIdentity {
  key: string
  certificate: string
}

const LIFETIME_DAYS = 3650

/**
 * Loads the media host's certificate from the data folder, or creates one that is valid for ten
 * years.
 */
export async function loadCertificate(dataDir: string, host: string): Promise<TlsIdentity> {
  const keyPath = join(dataDir, 'media-host.key.pem')
  const certificatePath = join(dataDir, 'media-host.cert.pem')
  const read = async (path: string) => readFile(path, 'utf8').catch(() => undefined)
  const [key, certificate] = [await read(keyPath), await read(certificatePath)]
  if (key && certificate) return { key, certificate }
  const made = await makeCertificate(host)
  await writeFile(keyPath, made.key, { mode: 0o600 })
  await writeFile(certificatePath, made.certificate)
  return made
}

async function makeCertificate(host: string): Promise<TlsIdentity> {
  const now = Date.now()
  // The name is unique, because one process may trust two networks and issuers are looked up by
  // name.
  const name = `Sandbox media host ${randomBytes(4).toString('hex')}`
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - 24 * 3600 * 1000),
    notAfterDate: new Date(now + LIFETIME_DAYS * 24 * 3600 * 1000),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          // Clients request media that have only a path from this name.
          { type: 2, value: DEF_MEDIA_HOST },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
          ...(/^[\d.]+$|:/.test(host)
            ? [{ type: 7 as const, ip: host }]
            : [{ type: 2 as const, value: host }]),
        ],
      },
    ],
  })
  return { key: made.private, certificate: made.cert }
}
