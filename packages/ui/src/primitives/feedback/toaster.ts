export type Toast = {
	id: number;
	title: string;
	detail?: string;
	tone: "neutral" | "positive" | "danger";
	/** An action, such as Undo. */
	action?: { label: string; onAction: () => void };
};
export type Toaster = ReturnType<typeof createToaster>;

/** How long a toast is shown, unless hovered, focused or closed. */
export const toastMs = 5555;
const maxToasts = 3;

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
			set([...toasts, { tone: "neutral" as const, ...toast, id }].slice(-maxToasts));
			return id;
		},
		dismiss(id: number) {
			set(toasts.filter((toast) => toast.id !== id));
		},
	};
}
