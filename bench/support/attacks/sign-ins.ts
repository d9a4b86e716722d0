import { type Attack, createSender, type Sent } from './attack.ts'

const AT_ONCE = 100

/** A hundred concurrent sign-ins, each with an unused name. */
function signIns(path: string): Attack {
  return async (target) => {
    const send = createSender(target, AT_ONCE)
    return async (isOver) => {
      const statuses: Record<number, number> = {}
      let n = 0
      const one = async () => {
        while (!isOver()) {
          const status = await send(account(path, n++))
          statuses[status] = (statuses[status] ?? 0) + 1
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, one))
      return statuses
    }
  }
}

function account(path: string, n: number): Sent {
  const body = Buffer.from(
    JSON.stringify({ name: 'X', email: `x${n}@example.org`, password: `a long password ${n}` }),
  )
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  return { method: 'POST', path, headers, body }
}

export const registering = signIns('/api/users/register')
export const signingIn = signIns('/api/users/login')
