import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Headphones } from "lucide-react";
import { useState } from "react";
import type { Rehearsed } from "../takes.queries.ts";
import { RehearseDialog } from "./rehearse-dialog.tsx";

type RehearseButtonProps = {
	projectId: string;
	rehearsed: Rehearsed;
	what: string;
	voiceId: string;
	voices: Voice[];
	onUse: (voiceId: string) => void;
};

/** Opens the rehearsal of another voice. */
export function RehearseButton(props: RehearseButtonProps) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<Button
				size="small"
				variant="quiet"
				className="-ml-2 self-start px-2"
				aria-label={`Rehearse another voice for ${props.what}`}
				onClick={() => setOpen(true)}
			>
				<Headphones aria-hidden="true" />
				Rehearse another voice
			</Button>
			{open ? <RehearseDialog {...props} onClose={() => setOpen(false)} /> : null}
		</>
	);
}
