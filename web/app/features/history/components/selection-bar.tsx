import { Button } from "@timbre/ui/primitives/button.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { ChevronDown, FileArchive, Trash2, X } from "lucide-react";
import { count } from "../../../lib/text/format.ts";

type SelectionBarProps = {
	/** Undefined if everything is selected but not all of it is loaded. */
	amount: number | undefined;
	all: boolean;
	exporting: boolean;
	/** Why the selected items can't be deleted; undefined if they can. */
	deleteDisabledReason: string | undefined;
	onDownload: (format: "mp3" | "wav") => void;
	onDelete: () => void;
	onAll: () => void;
	onClear: () => void;
};

/** Actions for the selected items. */
export function SelectionBar(props: SelectionBarProps) {
	const { amount, all } = props;
	return (
		<section
			aria-label="Selected"
			className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-line border-b bg-raised px-4 py-2 md:px-8"
		>
			<IconButton label="Clear selection" size="small" onClick={props.onClear}>
				<X aria-hidden="true" />
			</IconButton>
			<p role="status" className="mr-2 font-medium tabular">
				{amount === undefined ? "All matching items selected" : `${count(amount)} selected`}
			</p>
			{all ? null : (
				<Button size="small" variant="quiet" onClick={props.onAll}>
					Select all matching
				</Button>
			)}
			<div className="ml-auto flex items-center gap-2">
				<DropdownMenu>
					<DropdownMenuTrigger asChild>
						<Button size="small" busy={props.exporting}>
							<FileArchive aria-hidden="true" />
							Download zip
							<ChevronDown aria-hidden="true" />
						</Button>
					</DropdownMenuTrigger>
					<DropdownMenuContent align="end">
						<DropdownMenuItem onSelect={() => props.onDownload("mp3")}>As MP3</DropdownMenuItem>
						<DropdownMenuItem onSelect={() => props.onDownload("wav")}>As WAV</DropdownMenuItem>
					</DropdownMenuContent>
				</DropdownMenu>
				<Button
					size="small"
					disabled={props.deleteDisabledReason !== undefined}
					title={props.deleteDisabledReason}
					onClick={props.onDelete}
				>
					<Trash2 aria-hidden="true" />
					Delete
				</Button>
			</div>
			{props.deleteDisabledReason ? (
				<p className="w-full text-[13px] text-muted">{props.deleteDisabledReason}</p>
			) : null}
		</section>
	);
}
