import { ArrowRight } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { TwoFactorDialog } from "../../features/auth/auth.two-factor.public.tsx";
import { type ThemeChoice, useTheme } from "../../lib/page/theme.ts";
import { Page } from "../page/page.tsx";

export const meta = () => [{ title: "Settings - Timbre" }];

const items = [
	{ to: "/app/profiles", label: "Public profile", text: "Your public name and what appears on your profile." },
	{ to: "/app/usage", label: "Usage", text: "Credits left and how they were spent." },
	{ to: "/app/onboarding-checklist", label: "Getting started", text: "A checklist of things to try." },
];

const themes: { value: ThemeChoice; label: string }[] = [
	{ value: "light", label: "Light" },
	{ value: "dark", label: "Dark" },
	{ value: "system", label: "System" },
];

export default function SettingsPage() {
	const [theme, setTheme] = useTheme();
	const [search, setSearch] = useSearchParams();
	const closeDialog = () =>
		setSearch(
			(now) => {
				now.delete("dialog");
				return now;
			},
			{ replace: true },
		);
	return (
		<Page title="Settings" description="Choose how Timbre looks in this browser." className="max-w-3xl">
			{search.get("dialog") === "add-2fa" ? <TwoFactorDialog onClose={closeDialog} /> : null}
			<div className="flex flex-col gap-8">
				<fieldset>
					<legend className="mb-2 font-medium">Theme</legend>
					<div className="grid gap-2 sm:grid-cols-3">
						{themes.map(({ value, label }) => (
							<label
								key={value}
								className="flex cursor-pointer items-center gap-3 rounded-card border border-line bg-raised px-4 py-3 has-checked:border-ink"
							>
								<input
									type="radio"
									name="theme"
									value={value}
									checked={theme === value}
									onChange={() => setTheme(value)}
									className="accent-ink"
								/>
								{label}
							</label>
						))}
					</div>
				</fieldset>
				<section aria-labelledby="elsewhere">
					<h2 id="elsewhere" className="mb-2 font-medium">
						More
					</h2>
					<ul className="rounded-card border border-line bg-raised">
						{items.map((item) => (
							<li key={item.to} className="border-line border-b last:border-b-0">
								<Link
									to={item.to}
									prefetch="intent"
									className="flex items-center gap-4 px-4 py-3 transition-colors hover:bg-hover"
								>
									<span className="min-w-0 flex-1">
										<span className="block font-medium">{item.label}</span>
										<span className="block text-[13px] text-muted">{item.text}</span>
									</span>
									<ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
								</Link>
							</li>
						))}
					</ul>
				</section>
			</div>
		</Page>
	);
}
