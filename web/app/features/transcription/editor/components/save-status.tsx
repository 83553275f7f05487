import { Button } from "@timbre/ui/primitives/button.tsx";
import { CircleAlert, CloudCheck } from "lucide-react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import type { SaveState } from "../model/autosave.ts";

const labels: Record<SaveState, string> = {
	saved: "Saved",
	pending: "Saving…",
	saving: "Saving…",
	failed: "Not saved",
	conflict: "Not saved",
};

export function SaveStatus({ state }: { state: SaveState }) {
	return (
		<p role="status" className="flex shrink-0 items-center gap-1.5 text-[13px] text-muted">
			{state === "saved" ? <CloudCheck aria-hidden="true" className="size-4" /> : null}
			<span className={state === "saved" ? "max-sm:sr-only" : undefined}>{labels[state]}</span>
		</p>
	);
}

type SaveProblemProps = {
	state: SaveState;
	error: unknown;
	onRetry: () => void;
	onReload: () => void;
	onOverwrite: () => void;
};

/** What went wrong with saving, and what the user can do. */
export function SaveProblem({ state, error, onRetry, onReload, onOverwrite }: SaveProblemProps) {
	if (state !== "failed" && state !== "conflict") return null;
	return (
		<div
			role="alert"
			className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-sunken px-4 py-2 md:px-8"
		>
			<CircleAlert aria-hidden="true" className="size-4 shrink-0 text-danger" />
			<p className="min-w-0 flex-1 basis-60">
				{state === "conflict"
					? "Somebody else changed this transcript while you were editing. Your changes are not saved."
					: `Couldn't save your changes. ${messageOf(error)}`}
			</p>
			{state === "conflict" ? (
				<div className="flex flex-wrap gap-2">
					<Button size="small" onClick={onReload}>
						Discard mine and reload
					</Button>
					<Button size="small" onClick={onOverwrite}>
						Save mine instead
					</Button>
				</div>
			) : (
				<Button size="small" onClick={onRetry}>
					Try again
				</Button>
			)}
		</div>
	);
}
