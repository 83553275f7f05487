export type Toast = {
	id: number;
	title: string;
	detail?: string;
	tone: "neutral" | "positive" | "danger";
	/** One thing to do about it, such as taking it back. */
	action?: { label: string; onAction: () => void };
};
export type Toaster = ReturnType<typeof createToaster>;

/** How long a toast stays, unless it is pointed at, focused or closed. */
export const toastMs = 5555;
const most = 3;

export function createToaster() {
	let toasts: Toast[] = [];
	let nextId = 1;
	const listeners = new Set<() => void>();
	const set = (next: Toast[]) => {
		toasts = next;
		for (const listener of listeners) listener();
	};
	return {
		current: () => toasts,
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		show(toast: Omit<Toast, "id" | "tone"> & { tone?: Toast["tone"] }) {
			const id = nextId++;
			set([...toasts, { tone: "neutral" as const, ...toast, id }].slice(-most));
			return id;
		},
		dismiss(id: number) {
			set(toasts.filter((toast) => toast.id !== id));
		},
	};
}
