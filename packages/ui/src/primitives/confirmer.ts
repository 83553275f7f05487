export type ConfirmOptions = {
	title: string;
	description: string;
	/** The verb of what will happen: "Delete", never "OK". */
	action?: string;
	cancel?: string;
	tone?: "danger" | "primary";
	/** Something to write before it can be confirmed, such as the name of what is lost. */
	input?: {
		label: string;
		placeholder?: string;
		required?: boolean;
		initial?: string;
		/** What has to be written, letter by letter. */
		mustBe?: string;
	};
	/** For so many seconds it cannot be confirmed. */
	lockSeconds?: number;
};
export type ConfirmAnswer = { confirmed: boolean; value: string };
export type ConfirmQuestion = ConfirmOptions & { id: number };
export type Confirmer = ReturnType<typeof createConfirmer>;

/** Questions one after the other: the first stays until it is answered. */
export function createConfirmer() {
	let waiting: { question: ConfirmQuestion; resolve: (answer: ConfirmAnswer) => void }[] = [];
	let nextId = 1;
	const listeners = new Set<() => void>();
	const set = (next: typeof waiting) => {
		waiting = next;
		for (const listener of listeners) listener();
	};
	return {
		current: (): ConfirmQuestion | null => waiting[0]?.question ?? null,
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		confirm(options: ConfirmOptions): Promise<ConfirmAnswer> {
			return new Promise((resolve) => set([...waiting, { question: { ...options, id: nextId++ }, resolve }]));
		},
		answer(id: number, answer: ConfirmAnswer) {
			const asked = waiting.find(({ question }) => question.id === id);
			set(waiting.filter((other) => other !== asked));
			asked?.resolve(answer);
		},
	};
}

/** The one button that can be pressed too early: locked while the seconds run or something required is not written. */
export function mayConfirm(options: ConfirmOptions, value: string, secondsLeft: number): boolean {
	const { required, mustBe } = options.input ?? {};
	const written = value.trim();
	return secondsLeft <= 0 && !(required && written === "") && (mustBe === undefined || written === mustBe);
}
