import { expect, test } from 'vitest'
import type { CloseCause } from '../closes.ports.ts'
import { connectionShown } from './device-list.ts'

const close = (cause: CloseCause) => ({ cause, code: null, until: null })
const tries = (cause: CloseCause | null) => ({ attempt: 1, close: cause && close(cause) })

test.each([
  [{ kind: 'idle' }, 'disconnected'],
  [{ kind: 'logged_out' }, 'disconnected'],
  [{ kind: 'connected', attempt: 0, since: 0 }, 'connecting'],
  [{ kind: 'connecting', ...tries(null) }, 'connecting'],
  [{ kind: 'waiting', ...tries('connection_lost') }, 'connecting'],
  [{ kind: 'waiting', ...tries('banned_until') }, 'banned_for_now'],
  [{ kind: 'stopped', close: close('banned') }, 'banned'],
  [{ kind: 'stopped', close: close('locked') }, 'refused'],
  [{ kind: 'stopped', close: close('outdated') }, 'refused'],
  [{ kind: 'stopped', close: close('replaced') }, 'disconnected'],
] as const)('%o is shown as %s', (state, shown) => {
  expect(connectionShown(state)).toBe(shown)
})
