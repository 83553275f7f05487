import type { Take } from "@timbre/contract/studio/take-schemas.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Pause, Play } from "lucide-react";
import { usePlaying } from "../../components/use-playing.ts";
import { takeItemId } from "../model/sentences.ts";
import { switchTake } from "./use-take-audio.ts";

type Named = { take: Take; name: string };
type CompareTakesProps = { projectId: string; a: Named; b: Named };

/** Switches between two takes while they play, at the same position. */
export function CompareTakes({ projectId, a, b }: CompareTakesProps) {
	return (
		<fieldset className="grid grid-cols-2 gap-1 rounded-control border border-control p-1">
			<legend className="sr-only">Compare takes. The position stays when you switch.</legend>
			{[a, b].map((one, index) => (
				<Side
					key={one.take.take_id}
					projectId={projectId}
					side={index === 0 ? "A" : "B"}
					{...one}
					takes={[a.take, b.take]}
				/>
			))}
		</fieldset>
	);
}

function Side({ projectId, side, take, name, takes }: Named & { projectId: string; side: string; takes: Take[] }) {
	const state = usePlaying(takeItemId(take.take_id));
	const Icon = state === "playing" ? Pause : Play;
	return (
		<button
			type="button"
			aria-pressed={state === "playing"}
			aria-label={`${side}: ${name}`}
			onClick={() => switchTake(projectId, takes, take)}
			className={cn(
				"flex min-w-0 items-center justify-center gap-1.5 rounded-[6px] px-2 py-1.5 text-[13px] transition-colors",
				state === "idle" ? "text-muted hover:bg-hover hover:text-ink" : "bg-ink text-on-ink",
			)}
		>
			<Icon aria-hidden="true" fill="currentColor" strokeWidth={0} className="size-3.5 shrink-0" />
			<span className="truncate">
				{side} · {name}
			</span>
		</button>
	);
}
