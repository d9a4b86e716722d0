const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const

let silenced = false

/**
 * libsignal writes whole session records, including private keys, to the console. This drops what
 * its files write and passes everything else on. Called once per process.
 */
export function silenceLibsignal(): void {
  if (silenced) return
  silenced = true
  for (const method of METHODS) {
    const { [method]: original } = console
    console[method] = (...args: unknown[]) => {
      if (!calledFromLibsignal()) original.apply(console, args)
    }
  }
}

function calledFromLibsignal(): boolean {
  return /[\\/]node_modules[\\/]libsignal[\\/]/.test(new Error().stack ?? '')
}
