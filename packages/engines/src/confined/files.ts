/** The open files of a confined process. Which of them a role uses, and for what, is up to its parent. */
export const files = { input: 0, output: 1, log: 2, reports: 3, secondInput: 4 } as const;
