import { type Reason, reasonParams } from '@kirim/contract/reason-texts'
import { DomainError } from '../../platform/errors.ts'
import type { Close, CloseCause } from './closes.ports.ts'

/** What its owner is told when an attempt to link ends without a device. */
export function refusalOf({ cause, code }: Close): DomainError {
  if (cause === 'not_genuine') return new DomainError('network_not_genuine')
  if (cause === 'passkey_late') return new DomainError('link_passkey_late')
  if (cause === 'passkey_refused') return new DomainError('link_passkey_refused')
  if (cause === 'link_forged') return new DomainError('link_forged')
  return new DomainError('link_failed', reasonParams(reasonOf(cause, code)))
}

function reasonOf(cause: CloseCause, code: number | null): Reason {
  const params = code === null ? {} : { code }
  if (cause === 'pairing_refused') {
    return { code: code === null ? 'pairing_refused' : 'pairing_refused_coded', params }
  }
  if (cause === 'outdated') return { code: 'link_outdated', params }
  if (cause !== 'connection_lost') return { code: 'link_refused', params }
  return { code: code === null ? 'link_unreachable' : 'link_unreachable_coded', params }
}
