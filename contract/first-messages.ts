/** The texts of the specification that the first page needs: apart from the others, as it has to be small. */
export const firstMessages = {
  generic: {
    unknownError: 'Unknown error.',
    httpError: (status: number) => `HTTP ${status} error.`,
    pageAreaError: 'There was an error loading the page.',
    recordError: 'An error was encounterd while loading the page',
    pageError: 'An error was encountered while loading the page.',
    deprecated: '(deprecated)',
    loadMore: 'Load more',
    busy: 'Hub is busy. Trying again…',
    otherUser: 'Somebody else has signed in, in this browser.',
  },

  signIn: {
    title: 'Sign in to your account',
    next: 'Next',
    withMicrosoft: 'Sign in with Microsoft',
    forgot: "I don't know my password",
    emailRequired: 'Email is required',
    passwordRequired: 'Password is required',
    invalidEmail: 'Invalid email address.',
    userNotFound: 'User not found.',
    userDisabled: 'This account has been disabled.',
    wrongPassword: 'Invalid password',
    tooManyAttempts: 'Too many attempts. Try again later.',
    failed: 'Login error.',
    providerNotSupported: "Your account is linked to a provider that isn't supported.",
    linkTitle: 'Link with Microsoft Account',
  },

  reset: {
    title: 'Reset your password',
    submit: 'Reset password',
    cancel: 'Cancel',
    sent: 'Password reset email has beem sent.',
    failed: 'An error was ecountered while resetting your password.',
  },
} as const
