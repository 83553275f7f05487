import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuRadioGroup,
	DropdownMenuRadioItem,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { Monitor, Moon, Sun } from "lucide-react";
import { type ThemeChoice, useTheme } from "../../lib/page/theme.ts";

const choices: { value: ThemeChoice; label: string; icon: typeof Sun }[] = [
	{ value: "light", label: "Light", icon: Sun },
	{ value: "dark", label: "Dark", icon: Moon },
	{ value: "system", label: "System", icon: Monitor },
];

export function ThemeSwitch() {
	const [chosen, choose] = useTheme();
	const Icon = choices.find((choice) => choice.value === chosen)?.icon ?? Sun;
	return (
		<DropdownMenu>
			<DropdownMenuTrigger asChild>
				<IconButton label="Theme" tooltip={false} size="small">
					<Icon aria-hidden="true" />
				</IconButton>
			</DropdownMenuTrigger>
			<DropdownMenuContent align="end" className="min-w-40">
				<DropdownMenuRadioGroup value={chosen} onValueChange={(value) => choose(value as ThemeChoice)}>
					{choices.map(({ value, label, icon: Item }) => (
						<DropdownMenuRadioItem key={value} value={value}>
							<Item aria-hidden="true" />
							{label}
						</DropdownMenuRadioItem>
					))}
				</DropdownMenuRadioGroup>
			</DropdownMenuContent>
		</DropdownMenu>
	);
}
