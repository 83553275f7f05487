import { AudioSample } from "../../components/audio-sample.tsx";
import type { ProfileItem } from "../model/profile.ts";

type ProfileItemsProps = { items: readonly ProfileItem[]; linksLeaveFrame?: boolean };

export function ProfileItems({ items, linksLeaveFrame = false }: ProfileItemsProps) {
	return (
		<ul className="grid gap-5 lg:grid-cols-2">
			{items.map((item) => (
				<li key={item.share_id} className="flex min-w-0 flex-col gap-4 rounded-card border border-line bg-raised p-5">
					<div className="flex flex-wrap items-baseline justify-between gap-x-4">
						<h2 className="min-w-0 break-words font-medium leading-6">{item.title}</h2>
						<p className="text-[13px] text-muted leading-6">Voice: {item.voice_name}</p>
					</div>
					<AudioSample
						src={item.audio_url}
						peaks={(item.peaks ?? []).map((peak) => peak / 255)}
						seconds={item.duration_seconds}
						title={item.title}
						voiceId={item.voice_name}
					/>
					{/* The title of a short text is the text itself. */}
					{item.text.trim() === item.title ? null : (
						<blockquote className="line-clamp-4 break-words text-[15px] text-muted leading-6" title={item.text}>
							{item.text}
						</blockquote>
					)}
					<a
						href={item.share_url}
						target={linksLeaveFrame ? "_top" : undefined}
						className="text-[15px] underline underline-offset-4"
					>
						Open<span className="sr-only">: {item.title}</span>
					</a>
				</li>
			))}
		</ul>
	);
}
