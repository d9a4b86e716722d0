import type { BinaryNode } from 'baileys'
import { bytes, child } from '../wire/stanza.ts'

const BROWSERS = ['Chrome', 'Edge', 'Firefox', 'IE', 'Opera', 'Safari']
const SYSTEMS = ['Android', 'Chrome OS', 'Linux', 'Mac OS', 'Ubuntu', 'Windows']

/** Whether a pairing code is given to this platform: `Browser (OS)`, and common ones only. */
export function isKnownPlatform(node: BinaryNode): boolean {
  const display = child(child(node, 'link_code_companion_reg'), 'companion_platform_display')
  const name = bytes(display)?.toString() ?? display?.content
  if (typeof name !== 'string') return name === undefined
  const [, browser = '', system = ''] = /^([^()]{1,40}) \(([^()]{1,40})\)$/.exec(name) ?? []
  return BROWSERS.includes(browser) && SYSTEMS.includes(system)
}
