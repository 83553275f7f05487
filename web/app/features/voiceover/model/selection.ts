import { useState } from "react";

export type Selected = { kind: "line" | "clip"; id: string };

/** Which line or clip is chosen, in the list and on the timeline, and whose audio settings are open. */
export function useSelection() {
	const [selected, setSelected] = useState<Selected | null>(null);
	const [open, setOpen] = useState<string | null>(null);
	return {
		selected,
		open,
		setOpen,
		choose: (next: Selected) =>
			setSelected((known) => (known?.kind === next.kind && known.id === next.id ? known : next)),
		is: (kind: Selected["kind"], id: string) => selected?.kind === kind && selected.id === id,
	};
}
export type Selection = ReturnType<typeof useSelection>;
