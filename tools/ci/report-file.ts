/** Report file of a Vitest suite. A run filtered by tag has the tag in its name, so readers know that other tests were excluded. */
export const reportFile = (suite: string): string =>
	`reports/vitest-${suite}${process.env.TEST_TAG ? `@${process.env.TEST_TAG}` : ""}.json`;
