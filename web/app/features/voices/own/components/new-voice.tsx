import { Button } from "@timbre/ui/primitives/button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { AudioLines, LibraryBig, Mic, Plus, WandSparkles } from "lucide-react";
import { Link } from "react-router";
import { clonePath, designPath, professionalPath } from "../../voices.public.ts";

/** The ways to create or add a voice. */
export const newVoiceOptions = [
	{
		to: designPath,
		icon: WandSparkles,
		title: "Design a voice",
		text: "Describe it and choose from three previews.",
	},
	{
		to: clonePath,
		icon: Mic,
		title: "Instant voice cloning",
		text: "A minute of speech, with the speaker's consent.",
	},
	{
		to: professionalPath,
		icon: AudioLines,
		title: "Professional voice cloning",
		text: "Many recordings and a longer search for the closest match.",
	},
	{
		to: "/app/voice-library",
		icon: LibraryBig,
		title: "Browse the library",
		text: "Add an existing voice.",
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
				{newVoiceOptions.map(({ to, icon: Icon, title, text }) => (
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
