// Setup of every Vitest project: a property is tried with the same values in each run.
import fc from 'fast-check'
import { SEED } from './test-run.ts'

fc.configureGlobal({ seed: SEED })
