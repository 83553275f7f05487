// Limits of review links that browsers and the server share.
export const maxReviewLabelCharacters = 100;
/** Links of a project that work. */
export const maxOpenReviews = 50;
export const maxReviewDays = 90;
export const defaultReviewDays = 14;
export const maxGuestNameCharacters = 60;
/** Names that can be given on the page of a link. */
export const maxGuests = 200;
/** Comments that guests can write with a link. */
export const maxGuestComments = 500;
export const maxComparisons = 20;
export const comparisonsPerHour = 30;

export const reviewStatuses = ["open", "expired", "withdrawn"] as const;
export const comparisonKinds = ["takes", "voices"] as const;
/** What a guest hears. Which is which differs from guest to guest. */
export const sides = ["a", "b"] as const;
export type Side = (typeof sides)[number];
