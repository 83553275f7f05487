export type ConfirmOptions = {
	title: string;
	description: string;
	/** The verb of the action: "Delete", never "OK". */
	action?: string;
	cancel?: string;
	tone?: "danger" | "primary";
	/** A text to enter before confirming, such as the name of what will be deleted. */
	input?: {
		label: string;
		placeholder?: string;
		required?: boolean;
		initial?: string;
		/** The exact text to enter. */
		mustBe?: string;
	};
	/** Confirm is disabled for this many seconds. */
	lockSeconds?: number;
};
export type ConfirmResult = { confirmed: boolean; value: string };
export type ConfirmRequest = ConfirmOptions & { id: number };
export type Confirmer = ReturnType<typeof createConfirmer>;

/** Queues confirm dialogs and shows one at a time. */
export function createConfirmer() {
	let waiting: { question: ConfirmRequest; resolve: (answer: ConfirmResult) => void }[] = [];
	let nextId = 1;
	const listeners = new Set<() => void>();
	const set = (next: typeof waiting) => {
		waiting = next;
		for (const listener of listeners) listener();
	};
	return {
		current: (): ConfirmRequest | null => waiting[0]?.question ?? null,
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		confirm(options: ConfirmOptions): Promise<ConfirmResult> {
			return new Promise((resolve) => set([...waiting, { question: { ...options, id: nextId++ }, resolve }]));
		},
		answer(id: number, answer: ConfirmResult) {
			const current = waiting.find(({ question }) => question.id === id);
			set(waiting.filter((other) => other !== current));
			current?.resolve(answer);
		},
	};
}

/** Whether confirm is enabled: the countdown is over and the required input is filled in. */
export function canConfirm(options: ConfirmOptions, value: string, secondsLeft: number): boolean {
	const { required, mustBe } = options.input ?? {};
	const entered = value.trim();
	return secondsLeft <= 0 && !(required && entered === "") && (mustBe === undefined || entered === mustBe);
}
