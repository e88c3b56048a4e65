/** Why a page behind a code can't be shown, in words for whoever opened it. */
export function refusalInWords({ status, message }: { status: number; message: string }): string {
  if (status === 0) return 'There is no connection at the moment. Nothing is lost: try again.'
  if (status === 429)
    return 'That was a lot of links that lead nowhere. Wait a quarter of an hour, then open yours again.'
  return message
}

/** Why a card couldn't be put into a wallet, by the code of the refusal. */
export function walletRefusalInWords(code: string): string {
  if (code === 'no_google_logo') return 'This card can’t be saved to Google Wallet yet.'
  return 'Many cards are being fetched just now. Please try again in a minute.'
}
