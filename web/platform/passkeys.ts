import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '#contract/access/passkeys.ts'

// Fetched when somebody uses one.
const load = () => import('@simplewebauthn/browser')

/** Whether this browser has passkeys at this address: one with a name, by https or on this machine. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && !isBareAddress(location.hostname)
}

const isBareAddress = (hostname: string) => /^[\d.]+$|^\[/.test(hostname)

/** Why there are none here; `at` is where passkeys of this installation belong, if anywhere. */
export function whyNoPasskeys(at: string | null): string {
  return at && new URL(at).hostname !== location.hostname
    ? secondFactorWords.byNameInstead(at)
    : secondFactorWords.notByAddress
}

/** Has an authenticator make a passkey; null if its user called it off, or it couldn't. */
export async function createPasskey(optionsJSON: PasskeyCreation): Promise<PasskeyAttestation | null> {
  const { startRegistration } = await load()
  return startRegistration({ optionsJSON }).then(
    (made) => made as PasskeyAttestation,
    () => null,
  )
}

/** Has a passkey sign; null if its user called it off, or has none. */
export async function signWithPasskey(
  optionsJSON: PasskeyRequest,
  { isOffered = false } = {},
): Promise<PasskeyAssertion | null> {
  const { startAuthentication } = await load()
  return startAuthentication({ optionsJSON, useBrowserAutofill: isOffered }).then(
    (signed) => signed as PasskeyAssertion,
    () => null,
  )
}

/** Whether the browser offers passkeys where an e-mail address is typed. */
export async function canOfferPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await load()).browserSupportsWebAuthnAutofill()
}

/** Takes back what the browser offers. */
export async function stopOffering(): Promise<void> {
  if (canUsePasskeys()) (await load()).WebAuthnAbortService.cancelCeremony()
}
