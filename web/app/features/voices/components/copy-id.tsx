import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Copy } from "lucide-react";
import { showError, toaster } from "../../../lib/toaster.ts";

export function copyVoiceId(voiceId: string): void {
	navigator.clipboard.writeText(voiceId).then(
		() => toaster.show({ tone: "positive", title: "Voice ID copied" }),
		(error: unknown) => showError("Couldn't copy the voice ID", error),
	);
}

/** The voice id, as used in API requests. */
export function CopyId({ voiceId }: { voiceId: string }) {
	return (
		<span className="flex min-w-0 items-center gap-1">
			<span className="min-w-0 truncate font-mono text-[13px]" title={voiceId}>
				{voiceId}
			</span>
			<IconButton label="Copy voice ID" size="small" className="-my-1.5" onClick={() => copyVoiceId(voiceId)}>
				<Copy aria-hidden="true" />
			</IconButton>
		</span>
	);
}
