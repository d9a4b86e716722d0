import type { AdminWorkspace } from '@kirim/contract/admin'
import {
  INVITATION_DAYS,
  MEMBERSHIP_PLANS,
  type MembershipPlan,
  NAME_MAX_LENGTH,
  RESET_LINK_HOURS,
} from '@kirim/contract/limits'
import { createAccountsRepository } from '../features/accounts/accounts.repository.ts'
import { OPERATOR } from '../features/accounts/made-by.ts'
import { makeInvitation, makeResetLink } from '../features/accounts/make-links.ts'
import { listMembers } from '../features/accounts/members.ts'
import { createPasswordResetsRepository } from '../features/accounts/password-resets.repository.ts'
import { personRows } from '../features/accounts/people.ts'
import { createRegistrationRepository } from '../features/accounts/registration.repository.ts'
import { ownWorkspacesOf } from '../features/workspaces/own-workspaces.ts'
import { listAllWorkspaces } from '../features/workspaces/workspace-list.ts'
import { createWorkspacesRepository } from '../features/workspaces/workspaces.repository.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { StartError } from '../platform/start-error.ts'

export const ADMIN_USAGE = `Usage: npm run admin -- list                  the accounts, with their roles and plans, and
                                              the workspaces that are more than one's own
       npm run admin -- promote <email>       makes one an admin
       npm run admin -- plan <email> <plan>   of their own workspace: ${MEMBERSHIP_PLANS.join(', ')}
       npm run admin -- password <email>      a link for a new password, for ${RESET_LINK_HOURS} hours
       npm run admin -- invite [note]         an invitation for one account, for ${INVITATION_DAYS} days

It works beside a running server, on its DATA_DIR or DATABASE_URL; PUBLIC_URL is where links lead.`

interface CommandDeps {
  readonly db: Db
  readonly clock: Clock
  /** Where browsers reach the server. */
  readonly url: string
}

type Command = (deps: CommandDeps) => Promise<string>

/** What the arguments ask for. Throws StartError, saying what is wrong with them. */
export function adminCommand([name, ...words]: readonly string[]): Command {
  switch (name) {
    case 'list':
      return list
    case 'promote': {
      const email = emailOf(name, words)
      return (deps) => promote(deps, email)
    }
    case 'plan': {
      const email = emailOf(name, words)
      const plan = planOf(words[1])
      return (deps) => setPlan(deps, email, plan)
    }
    case 'password': {
      const email = emailOf(name, words)
      return (deps) => resetLink(deps, email)
    }
    case 'invite':
      return (deps) => invite(deps, words.join(' ').slice(0, NAME_MAX_LENGTH))
    default:
      throw new StartError(name ? `There is no command '${name}'.` : 'Say what to do.')
  }
}

function emailOf(command: string, [email]: readonly string[]): string {
  if (!email) throw new StartError(`'${command}' needs the e-mail of an account.`)
  return email
}

function planOf(word: string | undefined) {
  const plan = MEMBERSHIP_PLANS.find((one) => one.toLowerCase() === word?.toLowerCase())
  if (plan) return plan
  const known = `It is one of ${MEMBERSHIP_PLANS.join(', ')}.`
  throw new StartError(word ? `There is no plan '${word}'. ${known}` : `Name the plan. ${known}`)
}

async function list({ db }: CommandDeps): Promise<string> {
  const lines: string[] = []
  for await (const page of listMembers(db, { ownOf: (ids) => ownWorkspacesOf(db, ids) })) {
    for (const { email, role, membershipPlan, name } of page) {
      lines.push(`${email}  ${role}  ${membershipPlan}  ${name}`)
    }
  }
  const shared: string[] = []
  const deps = { personRows, numbersOf: async () => new Map() }
  for await (const page of listAllWorkspaces(db, deps)) {
    for (const workspace of page.filter((one) => !isOnlyTheirOwn(one))) {
      const owners = workspace.owners.map(({ email }) => email).join(', ') || 'nobody'
      const { name, membershipPlan, people } = workspace
      shared.push(`${name}  ${membershipPlan}  ${people} people  owned by ${owners}`)
    }
  }
  if (shared.length > 0) lines.push('', 'Workspaces:', ...shared)
  return lines.join('\n') || 'There are no accounts yet.'
}

/** Whether its owner's line says all of it. */
function isOnlyTheirOwn({ id, owners: [owner], people }: AdminWorkspace): boolean {
  return people === 1 && owner?.id === id
}

async function promote({ db }: CommandDeps, email: string): Promise<string> {
  if (!(await createAccountsRepository(db).setRole(email, 'admin'))) throw nobody(email)
  return `${email} is an admin now.`
}

/** Of the account's own workspace. */
async function setPlan({ db }: CommandDeps, email: string, plan: MembershipPlan): Promise<string> {
  const account = await createAccountsRepository(db).findByEmail(email)
  if (!account) throw nobody(email)
  const own = (await ownWorkspacesOf(db, [account.id])).get(account.id)
  if (!own) throw new StartError(`${email} owns no workspace, which is what a plan belongs to.`)
  await createWorkspacesRepository(db).change(own.id, { membershipPlan: plan })
  return `${email} has the ${plan} plan now.`
}

/** The server ends all sessions of the account when the link is used. */
async function resetLink({ db, clock, url }: CommandDeps, email: string): Promise<string> {
  const account = await createAccountsRepository(db).findByEmail(email)
  if (!account) throw nobody(email)
  const made = { madeBy: OPERATOR, now: clock.now() }
  const { token } = await makeResetLink(createPasswordResetsRepository(db), account.id, made)
  return [
    `${url}/reset-password#token=${token}`,
    `Opened once within ${RESET_LINK_HOURS} hours, it sets a new password for ${account.email}. It is not shown again.`,
  ].join('\n')
}

async function invite({ db, clock, url }: CommandDeps, note: string): Promise<string> {
  const registration = createRegistrationRepository(db)
  const mode = await registration.mode()
  if (mode === 'closed') {
    throw new StartError(
      'Registration is closed on this server, for invitations as well: an admin opens it on Admin Users.',
    )
  }
  const made = { note, madeBy: OPERATOR, now: clock.now() }
  const { token } = await makeInvitation(registration, made)
  return [
    `${url}/register#invitation=${token}`,
    `It works for one account within ${INVITATION_DAYS} days, and is not shown again.`,
    ...(mode === 'open'
      ? ['Registration is open to everybody at the moment, without it as well.']
      : []),
  ].join('\n')
}

const nobody = (email: string) => new StartError(`There is no account with the e-mail ${email}.`)
