"""What the process does first from which the parts are forked: it loads everything, and plays for a while."""

from tests.operation import parts as parts
from tests.server.office import Office

office = Office()
office.begin()
office.write(office.asked(), "show")
office.store.close()
