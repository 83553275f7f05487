/** Gender-neutral names, because nothing is known about the speakers. */
export const VOICE_NAMES = (
	"Addison Ainsley Amari Arden Ari Ashton Aspen Aubrey Bailey Blair Briar Brook Cameron Campbell Carey Casey Charlie Corey Dakota Dale " +
	"Darcy Devon Drew Eden Ellis Emerson Emery Finley Frankie Greer Hadley Harley Harper Hollis Indigo Jamie Jordan Jules Kai Kendall " +
	"Kerry Kit Lane Lennon Linden Logan Marlow Morgan Noel Oakley Parker Peyton Quinn Reese Remy Robin Rory Rowan Sage Wren"
).split(" ");
