import {
	BookOpen,
	Clapperboard,
	Folder,
	Gamepad2,
	Globe,
	GraduationCap,
	Headphones,
	Heart,
	type LucideIcon,
	Megaphone,
	Mic,
	Radio,
	Star,
} from "lucide-react";

/** Icons by stored name. Other clients may store names that are not listed here. */
export const collectionIcons: Readonly<Record<string, { icon: LucideIcon; label: string }>> = {
	folder: { icon: Folder, label: "Folder" },
	book: { icon: BookOpen, label: "Book" },
	mic: { icon: Mic, label: "Microphone" },
	headphones: { icon: Headphones, label: "Headphones" },
	radio: { icon: Radio, label: "Radio" },
	film: { icon: Clapperboard, label: "Film" },
	game: { icon: Gamepad2, label: "Game" },
	megaphone: { icon: Megaphone, label: "Megaphone" },
	school: { icon: GraduationCap, label: "School" },
	globe: { icon: Globe, label: "Globe" },
	heart: { icon: Heart, label: "Heart" },
	star: { icon: Star, label: "Star" },
};

const emoji = /^\p{Extended_Pictographic}/u;

export function CollectionIcon({ icon, className }: { icon: string; className?: string }) {
	if (emoji.test(icon)) {
		return (
			<span aria-hidden="true" className={className}>
				{icon}
			</span>
		);
	}
	const Icon = collectionIcons[icon]?.icon ?? Folder;
	return <Icon aria-hidden="true" className={className} />;
}
