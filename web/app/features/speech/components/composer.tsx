import { Button } from "@timbre/ui/primitives/button.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Kbd } from "@timbre/ui/primitives/kbd.tsx";
import { FileUp, Square } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import type { DraftState } from "../../../lib/forms/draft.ts";
import { CostLine } from "./cost-line.tsx";
import { TextEditor, type TextEditorProps } from "./text-editor.tsx";

type ComposerProps = Omit<TextEditorProps, "onKeyDown" | "picker"> & {
	draft: DraftState;
	busy: boolean;
	onGenerate: () => void;
	onStop: () => void;
	/** Errors and the result, shown between the text and the button. */
	children?: ReactNode;
	/** Shown left of the button on phones, for voice and settings. */
	settings?: ReactNode;
	newTake?: ReactNode;
};

export const modifier = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "") ? "⌘" : "Ctrl";

export function Composer(props: ComposerProps) {
	const { busy, price } = props;
	const picker = useRef<HTMLInputElement>(null);
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		if (price.ready && !busy) props.onGenerate();
	};
	return (
		<div className="flex min-h-0 min-w-0 flex-1 flex-col">
			<TextEditor {...props} picker={picker} onKeyDown={onKeyDown} />
			{props.children}
			<div
				data-tour="generate"
				className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-4 py-3 md:px-8 lg:px-12"
			>
				<div className="flex min-w-0 items-center gap-3 max-md:w-full max-md:justify-between">
					<CostLine id="composer-count" price={price} draft={props.draft} />
					{/* An empty text has a labeled button instead. */}
					{props.text === "" ? null : (
						<IconButton label="Import a file" size="small" onClick={() => picker.current?.click()}>
							<FileUp aria-hidden="true" />
						</IconButton>
					)}
				</div>
				<div className="ml-auto flex min-w-0 items-center gap-2 max-md:w-full">
					{props.settings}
					{busy ? (
						<Button variant="primary" onClick={props.onStop} className="max-md:ml-auto">
							<Square aria-hidden="true" fill="currentColor" className="!size-3" />
							Stop
						</Button>
					) : (
						<>
							{props.newTake}
							<Button variant="primary" disabled={!price.ready} onClick={props.onGenerate} className="max-md:ml-auto">
								Generate
								<Kbd className="-mr-1 border-current/30 bg-transparent text-current max-md:hidden">{modifier} ↵</Kbd>
							</Button>
						</>
					)}
				</div>
			</div>
		</div>
	);
}
