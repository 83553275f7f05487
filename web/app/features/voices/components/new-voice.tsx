import { Button } from "@timbre/ui/primitives/button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/dropdown-menu.tsx";
import { AudioLines, LibraryBig, Mic, Plus, WandSparkles } from "lucide-react";
import { Link } from "react-router";
import { clonePath, designPath, professionalPath } from "../voices.making.queries.ts";

/** The ways to a voice of one's own. */
export const newVoiceWays = [
	{
		to: designPath,
		icon: WandSparkles,
		title: "Design a voice",
		text: "Describe it and choose from three.",
	},
	{
		to: clonePath,
		icon: Mic,
		title: "Instant voice from recordings",
		text: "A minute of speech, with the speaker's consent.",
	},
	{
		to: professionalPath,
		icon: AudioLines,
		title: "Professional voice",
		text: "Many recordings, checked and trained on.",
	},
	{
		to: "/app/voice-library",
		icon: LibraryBig,
		title: "From the library",
		text: "Take one that is there already.",
	},
] as const;

export function NewVoice() {
	return (
		<DropdownMenu>
			<DropdownMenuTrigger asChild>
				<Button variant="primary">
					<Plus aria-hidden="true" />
					New voice
				</Button>
			</DropdownMenuTrigger>
			<DropdownMenuContent align="end" className="w-80 max-w-[calc(100vw-2rem)]">
				{newVoiceWays.map(({ to, icon: Icon, title, text }) => (
					<DropdownMenuItem key={to} asChild>
						<Link to={to} className="items-start">
							<Icon aria-hidden="true" className="mt-0.5" />
							<span>
								<span className="block font-medium">{title}</span>
								<span className="block text-[13px] text-muted">{text}</span>
							</span>
						</Link>
					</DropdownMenuItem>
				))}
			</DropdownMenuContent>
		</DropdownMenu>
	);
}
