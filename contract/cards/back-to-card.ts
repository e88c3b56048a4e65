/** Where holders come back to from the payment page; their browser knows which card they came from. */
export const backToCardPath = '/claim/back'
