/** Where a Vitest suite reports. A run of one tag has a file of its own, whose name tells readers that tests without the tag had no part in it. */
export const reportFile = (suite: string): string =>
	`reports/vitest-${suite}${process.env.TEST_TAG ? `@${process.env.TEST_TAG}` : ""}.json`;
